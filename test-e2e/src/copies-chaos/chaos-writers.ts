// Writes during the drill: imports, creates, commits, deletes and purges. Records what the service acknowledged, so
// that the drill can check it.
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type RepositoryClient, ServiceError } from '@holdfast/client';
import { makeResponseRecord } from '@holdfast/testkit';
import { type KeepTarget, startKeepAlone } from '../support/keep.ts';
import type { SeededRandom } from '../support/seeded.ts';
import type { KillableService } from './killable-service.ts';
import { CHAOS_AUIDS, type ChaosArtifact, type ChaosArtifacts } from './known-artifacts.ts';

export interface WritingDeps {
  readonly service: KillableService;
  readonly calls: RepositoryClient;
  readonly known: ChaosArtifacts;
  readonly random: SeededRandom;
  readonly namespace: string;
  /** Database and object stores for the purge command. */
  readonly place: KeepTarget;
}

export interface ChaosWriters {
  /** Number of acknowledged writes by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Error responses to writes that no kill interrupted. */
  readonly refusals: readonly string[];
  stop(): Promise<void>;
}

class RefusedError extends Error {}

const WRITERS = 2;
const PAUSE_MS = 60;
const PURGE_PAUSE_MS = 8_000;
/** Total stored size above which the writers delete more than they store. */
const MAX_STORED_BYTES = 30_000_000;

/** Starts the writers. Passes any error except a refused write to `fail`. */
export function startChaosWriters(deps: WritingDeps, fail: (error: Error) => void): ChaosWriters {
  const counts: Record<string, number> = {};
  const refusals: string[] = [];
  let isStopped = false;
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const keepWriting = async (write: (deps: WritingDeps) => Promise<string | undefined>, pauseMs: number) => {
    while (!isStopped) {
      try {
        const done = await write(deps);
        if (done !== undefined) count(done);
      } catch (error) {
        const isRefusal = error instanceof ServiceError && error.status !== undefined;
        if (isRefusal || error instanceof RefusedError) refusals.push(error.message);
        else {
          fail(new Error(`a writer: ${(error as Error).message}`, { cause: error }));
          return;
        }
      }
      for (let waited = 0; waited < pauseMs && !isStopped; waited += 50) await sleep(Math.min(50, pauseMs));
    }
  };
  const all = Promise.all([
    ...Array.from({ length: WRITERS }, () => keepWriting(writeSomething, PAUSE_MS)),
    keepWriting(purgeOne, PURGE_PAUSE_MS),
  ]);
  return {
    counts,
    refusals,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

function writeSomething(deps: WritingDeps): Promise<string | undefined> {
  const { random, known } = deps;
  const isFull = known.storedBytes > MAX_STORED_BYTES;
  const choice = random.below(10) + (isFull ? 4 : 0);
  if (choice < 3) return createOne(deps);
  if (choice < 5) return importSome(deps);
  const one = known.pick();
  if (!one) return Promise.resolve(undefined);
  return choice < 8 && !one.committed ? commit(deps, one) : remove(deps, one);
}

async function createOne({ service, calls, known, namespace }: WritingDeps): Promise<string | undefined> {
  const one = known.invent();
  const httpResponseHeader = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n';
  const properties = { namespace, auid: one.auid, uri: one.url };
  const created = await service.attempt(() =>
    calls.create({ properties, httpResponseHeader, payload: known.payload(one) }),
  );
  if (!created) return undefined;
  if (created.isDuplicate) throw new Error(`there is one already: ${created.location}`);
  Object.assign(one, { uuid: created.artifact.uuid!, state: 'stored' });
  known.all.push(one);
  return 'create';
}

async function importSome({ service, known, random, namespace }: WritingDeps): Promise<string | undefined> {
  const auid = random.pick(CHAOS_AUIDS);
  const invented = Array.from({ length: 1 + random.below(12) }, () => known.invent(auid));
  const records = invented.map((one) =>
    gzipSync(makeResponseRecord(one.url, known.payload(one)), { level: 1 }),
  );
  const errors: string[] = [];
  const answer = await service.attempt((client) =>
    client.importArchive(Buffer.concat(records), {
      auid,
      namespace,
      onStatus: ({ status, artifactUuid, url, statusMessage }) => {
        const one = invented.find((each) => each.url === url);
        if (status !== 'OK' || artifactUuid === undefined || !one) {
          errors.push(`${url}: ${status} ${statusMessage}`);
          return;
        }
        Object.assign(one, { uuid: artifactUuid, state: 'stored', committed: true });
        known.all.push(one);
      },
    }),
  );
  if (answer && answer.status !== 200) throw new RefusedError(`import: ${answer.status} ${answer.body}`);
  if (errors.length > 0) throw new RefusedError(`import: ${errors.join('; ')}`);
  return answer && 'import';
}

async function commit(
  { service, calls, namespace }: WritingDeps,
  one: ChaosArtifact,
): Promise<string | undefined> {
  const { uuid } = one;
  try {
    const done = await service.attempt(() =>
      calls.updateArtifact({ uuid, namespace, body: { committed: true } }),
    );
    if (done) one.committed = true;
    return done && 'commit';
  } catch (error) {
    // Ignores the error if another writer has deleted the artifact in the meantime.
    if (one.state === 'stored') throw error;
    return undefined;
  }
}

async function remove(
  { service, calls, namespace }: WritingDeps,
  one: ChaosArtifact,
): Promise<string | undefined> {
  one.state = 'unsure';
  const { uuid } = one;
  const done = await service.attempt(async () => {
    await calls.deleteArtifact({ uuid, namespace });
    return 'delete';
  });
  if (done) one.state = 'deleted';
  return done;
}

async function purgeOne(deps: WritingDeps): Promise<string | undefined> {
  const one = deps.known.pick();
  if (!one) return undefined;
  one.state = 'unsure';
  one.purged = true;
  const code = await purgeArtifacts(deps, [one]);
  // While a store is unavailable, the purge stays incomplete, but the artifact is already removed from the index.
  return code === 0 ? 'purge' : 'open purge';
}

/** Purges the artifacts with the command. Returns the exit code, which is 0 if no store has a copy left. */
export async function purgeArtifacts(
  { place }: Pick<WritingDeps, 'place'>,
  artifacts: readonly ChaosArtifact[],
): Promise<number | null> {
  const uuids = artifacts.map(({ uuid }) => uuid).join(',');
  const words = ['purge', '--uuid', uuids, '--reason', 'a drill', '--by', 'a drill'];
  const running = await startKeepAlone(place, ...words);
  const { code } = await running.exited;
  if (code === 0) for (const one of artifacts) one.state = 'deleted';
  return code;
}
