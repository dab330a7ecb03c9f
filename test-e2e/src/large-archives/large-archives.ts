// Imports archives larger than memory into a running service. Every record must be stored, and the service's memory may
// grow only by a fixed amount. Measures the service from outside.
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createTemporaryFolder, makeWarc } from '@holdfast/testkit';
import { readProcessState } from '../malformed/process-state.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { type ArchiveKind, streamLargeArchive } from './made-archives.ts';

export interface LargeArchivesPlan {
  databaseUrl: string;
  sizesBytes: Record<ArchiveKind, number>;
  say(words: string): void;
}

export const MAX_GROWTH_BYTES = 128e6;

/**
 * Runs the drill. Resolves to the memory growth during each import. Throws if a record is missing or the memory grew
 * too much.
 */
export async function importLargeArchives(plan: LargeArchivesPlan): Promise<Record<string, number>> {
  const growth: Record<string, number> = {};
  const objectStore = `fs:${await createTemporaryFolder()}`;
  for (const [kind, sizeBytes] of Object.entries(plan.sizesBytes) as [ArchiveKind, number][]) {
    // Starts a new service for each archive, so that the memory growth is caused by this archive only.
    const server = await startRepository({ databaseUrl: plan.databaseUrl, objectStore });
    growth[kind] = await importOne(server, kind, sizeBytes, plan.say);
    await server.process.stop();
  }
  return growth;
}

async function importOne(
  { client, process }: RepositoryServer,
  kind: ArchiveKind,
  sizeBytes: number,
  say: (words: string) => void,
): Promise<number> {
  await client.importArchive(makeWarc(50, 2_000, 'before').bytes, { auid: `before&kind~${kind}` });
  const before = await readProcessState(process.pid);
  const archive = streamLargeArchive(kind, sizeBytes);
  const started = performance.now();
  const upload = Readable.from(archive.bytes());
  const { status, statuses, body } = await client.importArchive(upload, { auid: `large&kind~${kind}` });
  const seconds = (performance.now() - started) / 1000;
  const stored = statuses.filter((one) => one.status === 'OK');
  if (status !== 200 || stored.length !== archive.records || statuses.length !== archive.records) {
    throw new Error(`${kind}: ${status} ${body}, ${stored.length} of ${archive.records} records are stored`);
  }
  const wrong = statuses.findIndex(({ digest }, index) => digest !== archive.digests[index]);
  if (wrong >= 0) throw new Error(`${kind}: record ${wrong} has another digest than was sent`);
  const last = statuses.at(-1)!;
  const payload = await client.bytes(`/artifacts/${last.artifactUuid}/payload`);
  if (`SHA-256:${hash('sha256', payload)}` !== last.digest)
    throw new Error(`${kind}: the last record is spoilt`);
  const after = await readProcessState(process.pid);
  const growthBytes = after && before ? after.peakBytes - before.residentBytes : 0;
  const rate = (sizeBytes / 1e6 / seconds).toFixed(0);
  say(
    `${kind} of ${(sizeBytes / 1e9).toFixed(2)} GB: ${archive.records} records in ${seconds.toFixed(0)} s (${rate} MB/s); ` +
      `memory grew by ${(growthBytes / 1e6).toFixed(0)} MB`,
  );
  if (growthBytes > MAX_GROWTH_BYTES) throw new Error(`${kind}: memory grew by ${growthBytes} bytes`);
  return growthBytes;
}
