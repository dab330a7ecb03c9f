// Ships the configuration journal to the object store: changes at every interval, and snapshots when due. Only one
// replica ships at a time.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listJournalObjects, makeEpochName, readEpochNumber, repairJournal } from '@holdfast/journal';
import { withAdvisoryLock } from '@holdfast/pg-kit';
import {
  activateJournal,
  becomeLeader,
  beginJournalEpoch,
  type JournalState,
  readJournalState,
  readLastSequencesByEpoch,
  requestNewSnapshot,
} from '../index/journal/journal-state.db.ts';
import { throwIfConfigurationOlder } from './compare.ts';
import type { JournalDeps } from './place.ts';
import { shipChanges } from './ship-changes.ts';
import { isSnapshotDue, removeOldObjects, writeSnapshot } from './write-snapshot.ts';

export const CONFIGURATION_JOURNAL_LOCK = 'configuration journal';

/**
 * Interval at which all objects in the store are verified. Each object has two copies, so a damaged copy can be
 * repaired.
 */
const CHECK_EVERY_MS = 86_400_000;
/** Maximum pause after failures, as a multiple of the shipping interval. */
const MAX_PAUSE = 8;

/** Ships changes until the signal aborts, then ships the remaining ones. Does not reject. */
export async function shipConfigurationContinuously(
  deps: JournalDeps,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  const shipper = new ConfigurationShipper(deps);
  for (let failures = 0; ; ) {
    const isLast = signal.aborted;
    try {
      const work = (held: AbortSignal) => shipper.lead(intervalMs, AbortSignal.any([held, signal]));
      await withAdvisoryLock(deps.database.pool, CONFIGURATION_JOURNAL_LOCK, work, { wait: false });
      if (failures > 0 && !signal.aborted)
        deps.log.info('the journal of the configuration is written to the object store again');
      failures = 0;
    } catch (error) {
      if (failures === 0) {
        deps.log.warn(
          { err: error },
          'the journal of the configuration cannot be written to the object store',
        );
      }
      failures++;
    }
    if (isLast) return;
    const pause = intervalMs * Math.min(MAX_PAUSE, 2 ** failures);
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Ships all pending changes once, for tests and tools. Returns false if another process is shipping. */
export async function shipConfiguration(deps: JournalDeps): Promise<boolean> {
  const shipper = new ConfigurationShipper(deps);
  const { acquired } = await withAdvisoryLock(
    deps.database.pool,
    CONFIGURATION_JOURNAL_LOCK,
    () => shipper.shipOnce(),
    { wait: false },
  );
  return acquired;
}

class ConfigurationShipper {
  readonly #deps: JournalDeps;
  #leader = '';
  /** Snapshot or verification that is in progress. Changes are shipped meanwhile. */
  #background: Promise<void> | undefined;
  #backgroundError: unknown;
  #checkedMs = Number.NEGATIVE_INFINITY;

  constructor(deps: JournalDeps) {
    this.#deps = deps;
  }

  /** Ships changes at every interval, and at least once. The caller must hold the advisory lock. */
  async lead(intervalMs: number, signal: AbortSignal): Promise<void> {
    await this.#begin();
    try {
      for (;;) {
        if (this.#deps.room?.full === undefined) await this.#step();
        if (signal.aborted) return;
        await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
        if (this.#backgroundError !== undefined) throw this.#backgroundError;
      }
    } finally {
      await this.#background;
      this.#backgroundError = undefined;
    }
  }

  async shipOnce(): Promise<void> {
    await this.#begin();
    await this.#step();
    await this.#background;
    if (this.#backgroundError !== undefined) throw this.#backgroundError;
  }

  async #begin(): Promise<void> {
    const { database, newId, place } = this.#deps;
    this.#leader = newId();
    await becomeLeader(database.kysely, this.#leader);
    const { snapshot } = await readJournalState(database.kysely);
    // Requests a new snapshot if the store lacks the last one, for example because the store was replaced.
    const stored = await listJournalObjects(place.store, place.prefix);
    if (snapshot && !stored.some(({ sequence, epoch }) => isAt(snapshot, { sequence, epoch }))) {
      this.#deps.log.error(
        'the last snapshot of the configuration is not in the object store any more; writing another one',
      );
      await requestNewSnapshot(database.kysely);
    }
  }

  /** Ships the changes. Starts a snapshot or a verification if it is due and neither is running. */
  async #step(): Promise<void> {
    const db = this.#deps.database.kysely;
    let state = await readJournalState(db);
    if (state.epoch === undefined) {
      await this.#beginEpoch();
      state = await readJournalState(db);
    } else if (!state.isActive) {
      await activateJournal(db, this.#leader);
      state = await readJournalState(db);
    }
    const { epoch } = state;
    if (epoch === undefined) throw new Error('PostgreSQL was restarted while an epoch was begun');
    if (state.hasChanges) await shipChanges(this.#deps, this.#leader, epoch);
    if (this.#background !== undefined) return;
    if (isSnapshotDue(state, this.#deps.place.keys.current?.id)) {
      this.#run(() => this.#writeSnapshot(epoch, state.shipped));
    } else if (performance.now() - this.#checkedMs > CHECK_EVERY_MS) {
      this.#run(() => this.#check());
    }
  }

  async #writeSnapshot(epoch: string, shipped: JournalState['shipped']): Promise<void> {
    if (!(await writeSnapshot(this.#deps, this.#leader, { epoch, shipped }))) return;
    const removed = await removeOldObjects(this.#deps, this.#leader);
    this.#deps.log.debug({ removed }, 'wrote a snapshot of the configuration');
  }

  /** Reads and repairs all objects in the store. If all copies of an object are unreadable, requests a snapshot. */
  async #check(): Promise<void> {
    const { database, log, place } = this.#deps;
    this.#checkedMs = performance.now();
    const { objects, restored, lost } = await repairJournal(place);
    if (restored.length > 0) {
      log.warn({ objects, restored }, 'restored copies of objects of the journal of the configuration');
    }
    if (lost.length === 0) return;
    log.error({ lost }, 'objects of the journal of the configuration are damaged; writing a snapshot');
    await requestNewSnapshot(database.kysely);
  }

  #run(work: () => Promise<void>): void {
    this.#background = work()
      .catch((error: unknown) => {
        this.#backgroundError = error;
      })
      .finally(() => {
        this.#background = undefined;
      });
  }

  /** Begins an epoch with a higher number than any epoch in the database or the store. */
  async #beginEpoch(): Promise<void> {
    const { database, place } = this.#deps;
    await throwIfConfigurationOlder(database.kysely, place);
    const known = [...(await readLastSequencesByEpoch(database.kysely)).keys()].map(readEpochNumber);
    const number = Math.max(0, ...known) + 1;
    const epoch = makeEpochName(number, randomBytes(4).toString('hex'));
    await beginJournalEpoch(database.kysely, this.#leader, epoch);
  }
}

function isAt(
  one: { readonly epoch: string; readonly sequence: number },
  other: { readonly epoch: string; readonly sequence: number },
): boolean {
  return one.epoch === other.epoch && one.sequence === other.sequence;
}
