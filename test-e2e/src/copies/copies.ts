// Runs two replicas with copies of the replay index under readers, writers and faults. Every answer must show
// the captures acknowledged before the request, and none that had been removed by then.
import { setTimeout as sleep } from 'node:timers/promises';
import { ownPostgres, sqlByHand, temporaryFolder } from '@holdfast/testkit';
import { until } from '../replicas/fleet.ts';
import { seeded } from '../support/seeded.ts';
import { Counts } from './counts.ts';
import { type FaultName, type FaultsDeps, fault } from './faults.ts';
import { Model } from './model.ts';
import { domain } from './questions.ts';
import { Readers } from './readers.ts';
import { startReplicas } from './replicas.ts';
import { Site } from './site.ts';
import { Writers } from './writers.ts';

export interface CopiesPlan {
  readonly forMs: number;
  /** Number of captures imported before the drill starts. */
  readonly captures: number;
  readonly readersAtEach: number;
  /**
   * Faults, injected one after another and repeated. Each begins at least `faultPauseMs` after the end of the
   * previous one.
   */
  readonly faults: readonly FaultName[];
  readonly faultPauseMs: number;
  readonly seed: number;
  /** Safeguard to disable in the database first. Answers are then stale, and the drill must detect some. */
  readonly broken?: Broken | undefined;
  say(words: string): void;
}

export interface CopiesOutcome {
  readonly answered: number;
  readonly refusedReads: number;
  readonly writes: number;
  readonly refusedWrites: number;
  readonly longestWaitMs: number;
  readonly lookups: { readonly copy: number; readonly index: number };
  readonly piecesMade: number;
  /** Number of samples that saw a lease. `leaseHolders` counts the processes that held one. */
  readonly leased: number;
  readonly samples: number;
  readonly leaseHolders: number;
  readonly faults: readonly FaultName[];
  readonly differences: readonly string[];
}

/** `leases`: writers no longer wait for leases. `triggers`: copies are no longer notified of changes. */
export type Broken = keyof typeof BREAKING;

const BREAKING = {
  leases: `create or replace function replay_await_leases() returns void language plpgsql as 'begin end'`,
  triggers: `
    drop trigger replay_added on artifact;
    drop trigger replay_altered on artifact;
    drop trigger replay_removed on artifact`,
};

const COPY_WITHIN_MS = 120_000;
const ANSWERS_WITHIN_MS = 30_000;

/** Runs the drill. Rejects if a component does not recover; wrong answers are in the outcome. */
export async function copies(plan: CopiesPlan): Promise<CopiesOutcome> {
  const random = seeded(plan.seed);
  const [postgres, store] = [await ownPostgres(), await temporaryFolder()];
  const place = { databaseUrl: postgres.server.url, objectStore: `fs:${store}` };
  const [replicas, sql, model] = [await startReplicas(place), sqlByHand(postgres.server.url), new Model()];
  const site = new Site(model, random);
  await site.fill(replicas[0]!.server.client, plan.captures);
  const counts = new Counts(replicas, sql);
  await counts.whenCopied(plan.captures, COPY_WITHIN_MS);
  await counts.sample();
  const piecesBefore = counts.pieces;
  if (plan.broken) await sql.query(BREAKING[plan.broken]);
  plan.say(`${plan.captures} captures are imported, and each replica has its copy of them`);

  const readers = new Readers({ model, site, replicas, random });
  const writers = new Writers({
    ...{ model, sql, site, replicas, random },
    readBack: (capture) => readers.readBack(capture),
  });
  const done: FaultName[] = [];
  const deps = { place, postgres, sql, replicas, model, writers, random };
  await whileAll(plan.forMs, [
    (signal) => readers.run(plan.readersAtEach, signal),
    (signal) => writers.run(signal),
    (signal) => counts.run(signal),
    (signal) => faults(plan, deps, done, signal),
  ]);
  // Checks the final state, which includes everything acknowledged.
  for (const host of model.hosts()) {
    for (const replica of replicas) {
      const isAnswered = () => readers.ask(replica, domain(host));
      await until(isAnswered, `${replica.name} does not answer at the end`, ANSWERS_WITHIN_MS);
    }
  }
  await counts.sample();
  return {
    answered: readers.answered,
    refusedReads: readers.refused,
    writes: writers.acknowledged,
    refusedWrites: writers.refused,
    longestWaitMs: writers.longestWaitMs,
    lookups: counts.lookups,
    piecesMade: counts.pieces - piecesBefore,
    leased: counts.leased,
    samples: counts.samples,
    leaseHolders: counts.holders,
    faults: done,
    differences: readers.differences,
  };
}

async function faults(
  { faults: names, faultPauseMs, say }: CopiesPlan,
  deps: FaultsDeps,
  done: FaultName[],
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; names.length > 0; at++) {
    const pauseMs = faultPauseMs + deps.random.below(faultPauseMs);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const name = names[at % names.length]!;
    say(await fault(deps, name));
    done.push(name);
  }
}

/** Runs all tasks for the given time, or until one rejects. Resolves when all have ended. */
async function whileAll(
  forMs: number,
  works: readonly ((signal: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), forMs);
  const end = (error: unknown) => {
    ending.abort();
    throw error;
  };
  const ended = await Promise.allSettled(works.map((work) => work(ending.signal).catch(end)));
  clearTimeout(timer);
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
