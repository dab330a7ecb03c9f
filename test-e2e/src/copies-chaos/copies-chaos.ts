// Damages three object stores, one at a time, while clients and all jobs of the service continue. No reader may receive
// an error or a wrong byte. No acknowledged write may be lost. The service must make all stores complete again by
// itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRepositoryClient } from '@holdfast/client';
import { createTestDatabase, openSqlConnection } from '@holdfast/testkit';
import { runKeepCommand } from '../support/keep.ts';
import { createRandomFromSeed } from '../support/seeded.ts';
import { ChaosEvents } from './chaos-events.ts';
import {
  checkDeleted,
  checkPayload,
  describeChaosArtifact,
  type ReadingDeps,
  startChaosReaders,
} from './chaos-readers.ts';
import { type ChaosStore, createBucketStore, createFolderStore } from './chaos-store.ts';
import { purgeArtifacts, startChaosWriters, type WritingDeps } from './chaos-writers.ts';
import {
  CompletenessWatch,
  findDifferences,
  findNeededObjects,
  findOtherBytes,
  type NeededObjects,
} from './completeness.ts';
import { KillableService } from './killable-service.ts';
import { ChaosArtifacts } from './known-artifacts.ts';

export interface CopiesChaosPlan {
  readonly seed: number;
  readonly minutes: number;
  /** Milliseconds between two events. */
  readonly periodMs: number;
  /** Milliseconds for which a store is unavailable. */
  readonly awayMs: number;
  /**
   * Fraction of the events that kill the service. After a kill, the fixity check needs minutes to complete interrupted
   * copies.
   */
  readonly killShare: number;
  /**
   * Whether to wait at the end until the sweep has removed orphaned objects of killed processes, which takes minutes.
   */
  readonly untilSwept: boolean;
  say(words: string): void;
}

export interface CopiesChaosOutcome {
  readonly events: Readonly<Record<string, number>>;
  readonly reads: Readonly<Record<string, number>>;
  readonly writes: Readonly<Record<string, number>>;
  /** Number of writes that were refused although no kill interrupted them. */
  readonly refusals: number;
  readonly stored: number;
  readonly slowestReadMs: number;
  /** Seconds from the last event until all stores were identical. */
  readonly completeAfterS: number;
}

const DISK_BYTES = 512 * 1024 * 1024;
/** Time without a fault after which all stores must be complete. */
const COMPLETE_WITHIN_MS = 420_000;
const LOOK_EVERY_MS = 1_000;
/** Number of recent events to include in the error message. */
const SHOWN_EVENTS = 40;
const SHOWN_LOG_CHARACTERS = 12_000;
const SHOWN_LINE_CHARACTERS = 400;
const NAMESPACE = 'chaos';

/** Runs the drill. Throws as soon as a check fails; the message contains the latest events. */
export async function runCopiesChaos(plan: CopiesChaosPlan): Promise<CopiesChaosOutcome> {
  const random = createRandomFromSeed(plan.seed);
  const lines: string[] = [];
  const say = (words: string) => {
    lines.push(words);
    plan.say(words);
  };
  const stores = [
    await createFolderStore('one', DISK_BYTES),
    await createFolderStore('two', DISK_BYTES),
    await createBucketStore('three', createRandomFromSeed(plan.seed + 1).share),
  ];
  const place = await makePlace(stores);
  const service = await KillableService.start({ ...place, env: { ...place.env, ...SERVICE_ENV } });
  try {
    return await runUnderChaos({ plan, say, random, stores, place, service });
  } catch (error) {
    const events = lines.slice(-SHOWN_EVENTS).join('\n');
    const log = findWarnings(service.log).slice(-SHOWN_LOG_CHARACTERS);
    const { message } = error as Error;
    throw new Error(`seed ${plan.seed}: ${message}\nLatest events:\n${events}\nLog:\n${log}`, {
      cause: error,
    });
  }
}

function findWarnings(log: string): string {
  const lines = log
    .split('\n')
    .filter((line) => /"level":"(?:warn|error|fatal)"/.test(line) || !line.startsWith('{'));
  return lines.map((line) => line.slice(0, SHOWN_LINE_CHARACTERS)).join('\n');
}

const SERVICE_ENV = {
  GROUP_COMMIT: 'off',
  SEGMENT_RECORDS: '20',
  SEGMENT_SIZE: '8000000',
  COMPACTION_PERIOD: '4s',
  COMPACTION_GRACE: '5s',
  COMPACTION_DEAD_PERCENT: '1',
  FIXITY_PERIOD: '8s',
  FIXITY_RATE: '200000000',
  SWEEP_PERIOD: '10s',
  SWEEP_AGE: '60s',
  JOURNAL_INTERVAL: '500ms',
  CONTENT_CACHE: '0',
  DISK_RESERVE: '0',
};

async function makePlace(stores: readonly ChaosStore[]) {
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = stores.map(({ name, spec }) => `${name}=${spec}`).join(',');
  const env: Record<string, string> = Object.assign({}, ...stores.map((store) => store.env));
  return { databaseUrl, objectStore, env };
}

interface Chaos {
  readonly plan: CopiesChaosPlan;
  readonly random: ReturnType<typeof createRandomFromSeed>;
  readonly stores: readonly ChaosStore[];
  readonly place: Awaited<ReturnType<typeof makePlace>>;
  readonly service: KillableService;
  say(words: string): void;
}

async function runUnderChaos({
  plan,
  say,
  random,
  stores,
  place,
  service,
}: Chaos): Promise<CopiesChaosOutcome> {
  const known = new ChaosArtifacts(createRandomFromSeed(plan.seed + 2));
  const calls = createRepositoryClient(service.client.settings);
  const traffic = createRandomFromSeed(plan.seed + 3);
  const deps: ReadingDeps & WritingDeps = {
    service,
    calls,
    known,
    random: traffic,
    namespace: NAMESPACE,
    place,
  };
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
  };
  const writers = startChaosWriters(deps, fail);
  const readers = startChaosReaders(deps, fail);
  const watch = new CompletenessWatch(stores);
  const startedMs = performance.now();
  const { awayMs, killShare } = plan;
  const sql = openSqlConnection(place.databaseUrl);
  const events = new ChaosEvents({ stores, service, watch, random, awayMs, killShare, startedMs, say });
  try {
    await runChaosEvents(events, plan, { sql, findFailure: () => failure });
    await events.endFault();
  } finally {
    await Promise.all([readers.stop(), writers.stop()]);
    calls.close();
  }
  if (failure) throw failure;
  const find = async () => (plan.untilSwept ? () => true : findNeededObjects(sql));
  const completeAfterMs = await waitUntilIdentical(stores, find);
  say(`all stores are the same after ${Math.round(completeAfterMs / 1000)} s`);
  await checkKnownArtifacts(deps);
  await waitUntilIdentical(stores, find);
  await service.stop();
  const verified = await runKeepCommand(place, 'verify');
  if (verified.code !== 0) throw new Error(`index and stores differ: ${verified.output}`);
  return {
    events: events.counts,
    reads: readers.counts,
    writes: writers.counts,
    refusals: writers.refusals.length,
    stored: known.stored().length,
    slowestReadMs: Math.round(readers.slowestMs),
    completeAfterS: Math.round(completeAfterMs / 1000),
  };
}

async function runChaosEvents(
  events: ChaosEvents,
  { minutes, periodMs }: CopiesChaosPlan,
  { sql, findFailure }: { sql: ReturnType<typeof openSqlConnection>; findFailure(): Error | undefined },
): Promise<void> {
  const endMs = performance.now() + minutes * 60_000;
  for (let nextMs = performance.now() + periodMs; performance.now() < endMs; ) {
    await sleep(LOOK_EVERY_MS);
    const lacks = await events.look(await findNeededObjects(sql));
    const failure = findFailure();
    if (failure) throw failure;
    if (events.incompleteMs > COMPLETE_WITHIN_MS)
      throw new Error(`not complete after ${events.incompleteMs} ms:\n${lacks.slice(0, 20).join('\n')}`);
    if (performance.now() >= nextMs && (await events.next())) nextMs += periodMs;
  }
}

/** Waits until all stores are identical. Resolves to the waiting time in milliseconds. */
async function waitUntilIdentical(
  stores: readonly ChaosStore[],
  find: () => Promise<NeededObjects>,
): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const isNeeded = await find();
    const differences = [...findDifferences(stores, isNeeded)].map(
      ([key, names]) => `${key} differs in ${names}`,
    );
    if (differences.length === 0) differences.push(...findOtherBytesSafely(stores, isNeeded));
    if (differences.length === 0) return performance.now() - startedMs;
    if (performance.now() - startedMs > COMPLETE_WITHIN_MS)
      throw new Error(`the stores stay different:\n${differences.slice(0, 20).join('\n')}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Returns objects whose bytes differ between stores. Returns an error as text, because objects may still be merged or
 * deleted while they are read.
 */
function findOtherBytesSafely(stores: readonly ChaosStore[], isNeeded: NeededObjects): string[] {
  try {
    return findOtherBytes(stores, isNeeded);
  } catch (error) {
    return [String(error)];
  }
}

/** Checks that every acknowledged artifact is intact, and that no deleted or purged artifact can be read. */
async function checkKnownArtifacts(deps: ReadingDeps & WritingDeps): Promise<void> {
  const { known } = deps;
  const purged = known.all.filter((one) => one.purged);
  if (purged.length > 0) {
    // A purge reports leftovers of crashes until the sweep has removed them.
    const deadlineMs = performance.now() + COMPLETE_WITHIN_MS;
    for (
      let code = await purgeArtifacts(deps, purged);
      code !== 0;
      code = await purgeArtifacts(deps, purged)
    ) {
      if (performance.now() > deadlineMs)
        throw new Error(`the purge of ${purged.length} artifacts ended with ${code}`);
      await sleep(10 * LOOK_EVERY_MS);
    }
  }
  for (const one of known.all) {
    if (one.state === 'stored') {
      await checkPayload(deps, one).catch((error: Error) => {
        throw new Error(`${describeChaosArtifact(one)} is lost: ${error.message}`);
      });
    }
    if (one.state === 'deleted') await checkDeleted(deps, one);
  }
}
