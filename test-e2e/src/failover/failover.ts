// Fails over a PostgreSQL pair repeatedly while clients import, commit and delete. With synchronous replication, no
// acknowledged write may be lost. With asynchronous replication, no artifact may be lost, and only state changes of the
// last two seconds may be lost.
import { createTemporaryFolder, openSqlConnection } from '@holdfast/testkit';
import { waitForJournal } from '../rebuild/rebuild.ts';
import { type KeepTarget, runKeepCommand } from '../support/keep.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import type { SeededRandom } from '../support/seeded.ts';
import { FailoverPair } from './pair.ts';
import { FailoverWitness } from './witness.ts';

export interface FailoverPlan {
  readonly rounds: number;
  readonly isSynchronous: boolean;
  readonly random: SeededRandom;
  say(words: string): void;
}

export interface FailoverOutcome {
  readonly rounds: number;
  readonly artifacts: number;
  readonly deleted: number;
  readonly lostChanges: number;
  /** Number of journal lines that the index lacked after a failover and that the service replayed. */
  readonly replayed: number;
  /** Number of replayed journal lines that existed only in the service's memory, not yet in the store. */
  readonly fromMemory: number;
  /** Seconds from the promotion to the first acknowledged write, for each round. */
  readonly readySeconds: readonly number[];
}

const env = {
  WORKERS: '2',
  CODEC_THREADS: '1',
  JOURNAL_INTERVAL: '500ms',
  COMPACTION_PERIOD: 'off',
  FIXITY_PERIOD: 'off',
};
const DATABASE = 'failover';
const CLIENTS = 3;
/** Maximum age of a state change that asynchronous replication may lose. */
const LOSS_MS = 2_000;

export async function failOver(plan: FailoverPlan): Promise<FailoverOutcome> {
  const { rounds, isSynchronous, random, say } = plan;
  const pair = await FailoverPair.open(isSynchronous);
  await openSqlConnection(pair.primary.server.url).query(`create database ${DATABASE}`);
  await pair.join();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const server = await startRepository({ databaseUrl: pair.url(DATABASE), objectStore, env });
  const witness = new FailoverWitness(server.client, random);
  const readySeconds: number[] = [];
  let [artifacts, deleted, lostChanges, replayed, fromMemory] = [0, 0, 0, 0, 0];
  for (let round = 1; round <= rounds; round++) {
    const traffic = startTraffic(witness);
    await traffic.acknowledged();
    await pause(500);
    if (!isSynchronous) pair.cutStandby();
    await pause(300 + random.below(1_200));
    const failedMs = performance.now();
    const failedAt = Date.now();
    await pair.failOver();
    const seconds = (await traffic.acknowledged()) / 1_000;
    readySeconds.push(seconds);
    await traffic.stop();
    await waitUntilAllReady(server);
    const report = await witness.compare();
    const old = report.lost.filter(({ changedMs }) => isSynchronous || changedMs < failedMs - LOSS_MS);
    if (old.length > 0) throw new Error(`acknowledged changes are lost: ${JSON.stringify(old)}`);
    ({ artifacts, deleted } = report);
    lostChanges += report.lost.length;
    const repaired = readReplays(server.process.output(), failedAt);
    replayed += repaired.changes;
    fromMemory += repaired.fromMemory;
    say(
      `round ${round} (${isSynchronous ? 'synchronous' : 'asynchronous'}): first write ${seconds.toFixed(2)} s after the ` +
        `promotion; ${artifacts} artifacts there, ${deleted} deleted, ${report.lost.length} changes of state lost, ${repaired.changes} changes ` +
        `replayed (${repaired.fromMemory} from memory)${repaired.gaps}`,
    );
    await pair.join();
  }
  await waitForJournal(server);
  await server.process.stop();
  const place = { databaseUrl: pair.url(DATABASE), objectStore, env };
  await checkStore(place);
  const rebuilt = await startRepository(place);
  // The rebuilt index also contains artifacts whose transaction had an unknown outcome, so it may have more artifacts.
  const last = await new FailoverWitness(rebuilt.client, random, witness).compare();
  if (last.lost.length > 0 || last.artifacts < artifacts)
    throw new Error(`a rebuild loses artifacts: ${JSON.stringify({ expected: artifacts, ...last })}`);
  await rebuilt.process.stop();
  return { rounds, artifacts, deleted, lostChanges, replayed, fromMemory, readySeconds };
}

/**
 * Waits until the service stays ready. After a failover, each process of the service first replays the journal lines
 * that it holds in memory.
 */
async function waitUntilAllReady({ metricsUrl }: RepositoryServer): Promise<void> {
  for (let successes = 0; successes < 20; ) {
    const { ok } = await fetch(`${metricsUrl}/readyz`);
    successes = ok ? successes + 1 : 0;
    await pause(50);
  }
}

const REPAIRED = 'the index was brought up to date after a failover of PostgreSQL';
const GAPS = 'changes with these numbers were not found after a failover';

/** Reads from the service's log which changes were replayed since `sinceMs`, in Unix milliseconds. */
function readReplays(output: string, sinceMs: number) {
  const found = { changes: 0, fromMemory: 0, gaps: '' };
  for (const line of output.split('\n')) {
    if (!line.includes(REPAIRED) && !line.includes(GAPS)) continue;
    const { time, msg, changes, fromMemory } = JSON.parse(line) as Record<string, never>;
    if (new Date(time!).getTime() < sinceMs) continue;
    if (String(msg).startsWith(GAPS)) found.gaps += `; not found: ${changes}`;
    else {
      found.changes += changes!;
      found.fromMemory += fromMemory!;
    }
  }
  return found;
}

/**
 * Throws unless index and store agree and the index can be rebuilt. Allows an object without rows, because a
 * transaction with an unknown outcome may leave one until the sweep.
 */
async function checkStore(place: KeepTarget): Promise<void> {
  const { code, result, output } = await runKeepCommand<{ findings?: { kind: string }[] }>(place, 'verify');
  const faults = result.findings?.filter(({ kind }) => kind !== 'object without a segment');
  if (code !== 0 && faults?.length !== 0) throw new Error(`index and store differ: ${output}`);
  const rebuilt = await runKeepCommand(place, 'rebuild', '--replace');
  if (rebuilt.code !== 0) throw new Error(`the rebuild ended with ${rebuilt.code}: ${rebuilt.output}`);
}

interface Traffic {
  /**
   * Waits until an import that begins after this call is acknowledged. Resolves to the waiting time in milliseconds.
   */
  acknowledged(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts clients that import, commit and delete. After a failed request, a client pauses briefly and continues. */
function startTraffic(witness: FailoverWitness): Traffic {
  let isStopping = false;
  const waiting = new Set<(begunMs: number) => void>();
  const client = async () => {
    while (!isStopping) {
      const begunMs = performance.now();
      try {
        await witness.crawl();
        for (const notify of waiting) notify(begunMs);
        await witness.change();
        await witness.change();
      } catch {
        await pause(50);
      }
    }
  };
  const running = Array.from({ length: CLIENTS }, client);
  return {
    acknowledged: () => {
      const sinceMs = performance.now();
      return new Promise((resolve) => {
        const notify = (begunMs: number) => {
          if (begunMs < sinceMs) return;
          waiting.delete(notify);
          resolve(performance.now() - sinceMs);
        };
        waiting.add(notify);
      });
    },
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
