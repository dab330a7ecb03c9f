// Reads during the drill: payloads, ranges, responses, records, listings, CDX and WARC exports. No reader may receive
// an error or a wrong byte.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { splitGzipMembers } from '../exports/gzip-members.ts';
import type { SeededRandom } from '../support/seeded.ts';
import type { KillableService } from './killable-service.ts';
import { CHAOS_AUIDS, type ChaosArtifact, type ChaosArtifacts } from './known-artifacts.ts';

export interface ReadingDeps {
  readonly service: KillableService;
  readonly known: ChaosArtifacts;
  readonly random: SeededRandom;
  readonly namespace: string;
}

export interface ChaosReaders {
  /** Number of reads by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Duration of the slowest read that no kill interrupted, in milliseconds. */
  readonly slowestMs: number;
  stop(): Promise<void>;
}

const READERS = 4;
const PAUSE_MS = 15;
const EXPORT_PAUSE_MS = 2_000;

/** Starts the readers. A reader stops at its first error and passes the error to `fail`. */
export function startChaosReaders(deps: ReadingDeps, fail: (error: Error) => void): ChaosReaders {
  const counts: Record<string, number> = {};
  let slowestMs = 0;
  let isStopped = false;
  const kinds: Record<string, (deps: ReadingDeps) => Promise<boolean>> = {
    payload: readPayload,
    range: readRange,
    'other form': readOtherForm,
    CDX: readCaptures,
    deleted: readDeleted,
  };
  const names = ['payload', 'payload', 'range', 'range', 'other form', 'CDX', 'deleted'];
  const keepReading = async (
    choose: () => [string, (one: ReadingDeps) => Promise<boolean>],
    pauseMs: number,
  ) => {
    while (!isStopped) {
      const [name, read] = choose();
      const [sinceMs, kills] = [performance.now(), deps.service.kills];
      try {
        if (await read(deps)) counts[name] = (counts[name] ?? 0) + 1;
      } catch (error) {
        fail(new Error(`${name}: ${(error as Error).message}`, { cause: error }));
        return;
      }
      if (kills === deps.service.kills) slowestMs = Math.max(slowestMs, performance.now() - sinceMs);
      await sleep(pauseMs);
    }
  };
  const chooseKind = (): [string, (one: ReadingDeps) => Promise<boolean>] => {
    const name = deps.random.pick(names);
    return [name, kinds[name]!];
  };
  const all = Promise.all([
    ...Array.from({ length: READERS }, () => keepReading(chooseKind, PAUSE_MS)),
    keepReading(() => ['export', readExport], EXPORT_PAUSE_MS),
  ]);
  return {
    counts,
    get slowestMs() {
      return slowestMs;
    },
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

/** Reads the whole payload of an artifact. Throws unless it is correct. */
export async function checkPayload(
  { service, known, namespace }: ReadingDeps,
  one: ChaosArtifact,
): Promise<void> {
  const path = `/artifacts/${one.uuid}/payload`;
  const bytes = await ignoreErrorIfChanged(one, () =>
    service.ask((client) => client.bytes(path, { namespace })),
  );
  if (bytes && !bytes.equals(known.payload(one)))
    throw new Error(`wrong bytes of ${describeChaosArtifact(one)}`);
}

/** Throws if an artifact that was deleted can still be read. */
export async function checkDeleted({ service, namespace }: ReadingDeps, one: ChaosArtifact): Promise<void> {
  const status = await service.ask(async (client) => {
    const answer = await client.get(`/artifacts/${one.uuid}/payload`, { namespace });
    await answer.arrayBuffer();
    return answer.status;
  });
  if (status !== 404)
    throw new Error(`${describeChaosArtifact(one)} was deleted, but is answered with ${status}`);
}

async function readPayload(deps: ReadingDeps): Promise<boolean> {
  const one = deps.known.pick();
  if (one) await checkPayload(deps, one);
  return one !== undefined;
}

async function readRange({ service, known, random, namespace }: ReadingDeps): Promise<boolean> {
  const one = known.pick();
  if (!one) return false;
  const start = random.below(one.sizeBytes);
  const end = Math.min(one.sizeBytes - 1, start + random.below(one.sizeBytes));
  const headers = { range: `bytes=${start}-${end}` };
  const path = `/artifacts/${one.uuid}/payload`;
  const bytes = await ignoreErrorIfChanged(one, () =>
    service.ask((client) => client.bytes(path, { namespace }, headers)),
  );
  if (bytes && !bytes.equals(known.payload(one).subarray(start, end + 1)))
    throw new Error(`wrong bytes ${start}-${end} of ${describeChaosArtifact(one)}: ${bytes.length} bytes`);
  return true;
}

/**
 * Reads an artifact as an HTTP response or as a WARC record. Throws if the bytes differ from an earlier read of the
 * same representation.
 */
async function readOtherForm({ service, known, random, namespace }: ReadingDeps): Promise<boolean> {
  const one = known.pick();
  if (!one) return false;
  const path = random.pick([
    `/artifacts/${one.uuid}/response?namespace=${namespace}`,
    `/replay/warcs/${namespace}:${one.uuid}.warc.gz`,
  ]);
  const bytes = await ignoreErrorIfChanged(one, () => service.ask((client) => client.bytes(path)));
  if (!bytes) return false;
  const digest = createHash('sha256').update(bytes).digest('hex');
  const before = one.forms.get(path) ?? digest;
  one.forms.set(path, digest);
  if (digest !== before) throw new Error(`other bytes of ${path} than before`);
  return true;
}

async function readCaptures({ service, known, namespace }: ReadingDeps): Promise<boolean> {
  const one = known.pick();
  if (!one?.committed) return false;
  const lines = await ignoreErrorIfChanged(one, () =>
    service.ask((client) => client.bytes(`/replay/cdxb/${namespace}`, { url: one.url })),
  );
  if (lines?.length === 0 && one.state === 'stored')
    throw new Error(`no capture of ${describeChaosArtifact(one)}`);
  return true;
}

async function readDeleted(deps: ReadingDeps): Promise<boolean> {
  const gone = deps.known.all.filter(({ state }) => state === 'deleted');
  if (gone.length === 0) return false;
  await checkDeleted(deps, deps.random.pick(gone));
  return true;
}

/** Exports an AU and checks that the export contains each artifact, byte for byte. */
async function readExport({ service, known, random, namespace }: ReadingDeps): Promise<boolean> {
  const auid = random.pick(CHAOS_AUIDS);
  const expected = known.stored(auid).filter(({ committed }) => committed);
  if (expected.length === 0) return false;
  const removed = countRemoved(known, auid);
  const removedBefore = removedAtExport.get(auid) ?? 0;
  const file = await service.ask(async (client) => {
    for (let tries = 0; ; tries++) {
      const answer = await client.get(`/exports/${namespace}.warc.gz`, { auid });
      // Repeats the export. Even if all stores work, the service refuses or aborts an export if the AU changes
      // meanwhile. An export may reuse the record list of the previous export, so removals since that export count as
      // well.
      const body = await answer.arrayBuffer().catch((error: unknown) => {
        if (countRemoved(known, auid) === removedBefore || tries === 20) throw error;
      });
      if (body && (answer.ok || tries === 20)) return { status: answer.status, body: Buffer.from(body) };
    }
  });
  removedAtExport.set(auid, removed);
  if (file.status !== 200) throw new Error(`${file.status} ${file.body.toString().slice(0, 300)}`);
  const payloads = new Map<string, Buffer>();
  for (const { content } of splitGzipMembers(file.body)) {
    const [, url] = /^WARC-Target-URI: (\S+)/m.exec(content.subarray(0, 2_000).toString('latin1')) ?? [];
    const head = content.indexOf('\r\n\r\n') + 4;
    const body = content.indexOf('\r\n\r\n', head) + 4;
    if (url !== undefined) payloads.set(url, content.subarray(body, content.length - 4));
  }
  for (const one of expected) {
    const payload = payloads.get(one.url);
    if (one.state === 'stored' && !payload?.equals(known.payload(one)))
      throw new Error(
        `${describeChaosArtifact(one)} is ${payload ? 'wrong' : 'missing'} in an export of ${auid}`,
      );
  }
  return true;
}

/** Number of removed artifacts of each AU when its last export began. */
const removedAtExport = new Map<string, number>();

function countRemoved(known: ChaosArtifacts, auid: string): number {
  return known.all.filter((one) => one.auid === auid && one.state !== 'stored').length;
}

/** Runs `read`. Ignores its error if the artifact was changed at the same time. */
async function ignoreErrorIfChanged<T>(one: ChaosArtifact, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (one.state === 'stored') throw error;
    return undefined;
  }
}

export function describeChaosArtifact({ uuid, url, sizeBytes }: ChaosArtifact): string {
  return `artifact ${uuid} (${url}, ${sizeBytes} bytes)`;
}
