// Tests compaction from outside. Compaction must merge many one-record objects into few, and reclaim the space of
// deleted records. Counts the requests of a full fixity check before and after compaction.
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createRepositoryClient } from '@holdfast/client';
import { createTemporaryFolder, type ListedArtifact, type TestRepositoryClient } from '@holdfast/testkit';
import { runKeepCommand } from '../support/keep.ts';
import { startRepository } from '../support/repository-server.ts';

export interface CompactionPlan {
  databaseUrl: string;
  /** Number of artifacts, each in its own object. */
  artifacts: number;
  sizeBytes: number;
  say(words: string): void;
}

export interface CompactionOutcome {
  before: FixityCost;
  after: FixityCost;
  /** Number of objects if each had 64 MiB. */
  fewestObjects: number;
  mergeSeconds: number;
  /** Total size of the deleted records. */
  deadBytes: number;
  freedBytes: number;
}

/** Result of a full fixity check. */
interface FixityCost {
  objects: number;
  storedBytes: number;
  requests: number;
  requestsPerGb: number;
}

const auid = 'single records';
const targetBytes = 64 * 1024 * 1024;
type LocatedArtifact = ListedArtifact & { storageUrl: string };

/** Runs the drill. Throws if the content of an artifact differs after compaction. */
export async function runCompactionDrill(plan: CompactionPlan): Promise<CompactionOutcome> {
  const folder = await createTemporaryFolder();
  const place = { databaseUrl: plan.databaseUrl, objectStore: `fs:${folder}` };
  await withService(place, {}, (client) => createAll(client, plan));
  const before = await measureFixityCost(place, folder);
  plan.say(`before: ${JSON.stringify(before)}`);
  const startedMs = performance.now();
  await runCompaction(place);
  const mergeSeconds = (performance.now() - startedMs) / 1000;
  const after = await measureFixityCost(place, folder);
  plan.say(`after ${mergeSeconds.toFixed(1)} s: ${JSON.stringify(after)}`);
  const deadBytes = await withService(place, {}, async (client) => {
    await checkAll(client, plan.artifacts);
    return deleteHalf(client);
  });
  const full = (await measureObjects(folder)).storedBytes;
  await runCompaction(place);
  const freedBytes = full - (await measureObjects(folder)).storedBytes;
  plan.say(`${deadBytes} dead bytes, ${freedBytes} given back`);
  await withService(place, {}, (client) => checkAll(client, Math.floor(plan.artifacts / 2)));
  const fewestObjects = Math.ceil(after.storedBytes / targetBytes);
  return { before, after, fewestObjects, mergeSeconds, deadBytes, freedBytes };
}

interface ServiceStorage {
  databaseUrl: string;
  objectStore: string;
}

async function withService<T>(
  place: ServiceStorage,
  env: Record<string, string>,
  work: (client: TestRepositoryClient, metricsUrl: string) => Promise<T>,
): Promise<T> {
  // Reduces the number of journal objects. A fixity check also reads them, but only requests for records should count.
  const journal = { JOURNAL_INTERVAL: '1h' };
  const alone = { GROUP_COMMIT: 'off', COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off', ...journal, ...env };
  const server = await startRepository({ ...place, env: alone });
  const result = await work(server.client, server.metricsUrl);
  await server.process.stop();
  return result;
}

async function createAll(
  client: TestRepositoryClient,
  { artifacts, sizeBytes, say }: CompactionPlan,
): Promise<void> {
  const calls = createRepositoryClient(client.settings);
  let next = 0;
  const create = async () => {
    for (let i = next++; i < artifacts; i = next++) {
      const payload = crypto.getRandomValues(new Uint8Array(sizeBytes + (i % 100)));
      const properties = { auid, uri: `http://single.example/${i}` };
      const { isDuplicate } = await calls.create({ properties, payload });
      if (isDuplicate) throw new Error(`${i} is there already`);
      if (i % 1_000 === 999) say(`${i + 1} created`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, create));
}

async function runCompaction(place: ServiceStorage): Promise<void> {
  const { code, output } = await runKeepCommand(place, 'compact', '--grace', '0s');
  if (code !== 0) throw new Error(`compaction ended with ${code}: ${output}`);
}

/** Runs a full fixity check and counts its requests. */
async function measureFixityCost(place: ServiceStorage, folder: string): Promise<FixityCost> {
  return withService(place, { FIXITY_PERIOD: '1s' }, async (_client, metricsUrl) => {
    for (;;) {
      const text = await (await fetch(`${metricsUrl}/metrics`)).text();
      if (/^holdfast_job_runs_total\{task="fixity",outcome="finished"\} [1-9]/m.test(text)) {
        const requests = sumMatches(
          text,
          /^holdfast_object_store_request_duration_seconds_count\{operation="read".*\} (\d+)$/gm,
        );
        const { objects, storedBytes } = await measureObjects(folder);
        return { objects, storedBytes, requests, requestsPerGb: Math.round(requests / (storedBytes / 1e9)) };
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
}

function sumMatches(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function measureObjects(folder: string): Promise<{ objects: number; storedBytes: number }> {
  const entries = await readdir(join(folder, 'objects', 'ns'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return { objects: files.length, storedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function listStoredArtifacts(client: TestRepositoryClient): Promise<LocatedArtifact[]> {
  return (await client.artifacts(auid, { includeUncommitted: true })) as LocatedArtifact[];
}

/** Checks the number of artifacts, and reads a few hundred of them. */
async function checkAll(client: TestRepositoryClient, expected: number): Promise<void> {
  const artifacts = await listStoredArtifacts(client);
  if (artifacts.length !== expected)
    throw new Error(`${artifacts.length} artifacts where ${expected} should be`);
  const step = Math.ceil(artifacts.length / 500);
  for (let i = 0; i < artifacts.length; i += step) {
    const { uuid, contentDigest } = artifacts[i]!;
    const payload = await client.bytes(`/artifacts/${uuid}/payload`);
    const digest = `SHA-256:${createHash('sha256').update(payload).digest('hex')}`;
    if (digest !== contentDigest) throw new Error(`the payload of ${uuid} is not what it was`);
  }
}

/** Deletes every second artifact. Returns the total size of their records. */
async function deleteHalf(client: TestRepositoryClient): Promise<number> {
  const gone = (await listStoredArtifacts(client)).filter((_, i) => i % 2 === 0);
  const { deleteArtifact } = createRepositoryClient(client.settings);
  let bytes = 0;
  for (const { uuid, storageUrl } of gone) {
    await deleteArtifact({ uuid });
    bytes += Number(new URL(storageUrl).searchParams.get('length'));
  }
  return bytes;
}
