// Prevents a service from using an index that is older than the object store. Compares both at the start of
// the service, whenever the pool connects to another PostgreSQL server or another state of the database, and
// every few minutes.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '@holdfast/object-store';
import { type Database, DatabaseUnavailableError, type Pool, serverIdentity } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { readLastJournalId } from '../../index/keeping/sweep.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { OlderIndexError, throwIfOlder } from './compare.ts';

/** DATABASE_URL leads to a read-only server. */
export class StandbyError extends Error {
  override name = 'StandbyError';

  constructor() {
    super('PostgreSQL is a standby and takes no writes: promote it, or let DATABASE_URL lead to the primary');
  }
}

export interface GuardDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly log: Log;
}

type Connection = Parameters<typeof serverIdentity>[0];

const LOOK_EVERY_MS = 5_000;
const COMPARE_EVERY_MS = 10 * 60_000;
/** Maximum time that a new connection waits for a comparison. */
const PATIENCE_MS = 20_000;
/** The identity of a server includes the file of this table. */
const TABLE = 'journal';

export class IndexGuard {
  readonly #log: Log;
  #deps: Pick<GuardDeps, 'database' | 'store'> | undefined;
  /** The server whose index was compared and matches the store. */
  #approved: string | undefined;
  #reason: string | undefined;
  #isOlder = false;
  #comparing: Promise<void> | undefined;
  #comparedMs = 0;
  /** Highest journal id seen by this process. A lower one means that the index was restored. */
  #seenId = 0;
  /** Called when `reason` has changed. */
  onChange: () => void = () => undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Must be called before any other method. */
  use(deps: Pick<GuardDeps, 'database' | 'store'>): void {
    this.#deps = deps;
  }

  /** Why the service must not use the index; undefined if it may, or if no comparison has finished yet. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** Whether the last comparison found that the index is older than the store. */
  get isOlder(): boolean {
    return this.#isOlder;
  }

  /** Compares index and store. Throws OlderIndexError and StandbyError. */
  compare(): Promise<void> {
    this.#comparing ??= this.#compare().finally(() => {
      this.#comparing = undefined;
    });
    return this.#comparing;
  }

  /** Throws StandbyError. Call before the migrations, which fail on a standby with a less clear message. */
  async refuseStandby(): Promise<void> {
    const { text, isStandby } = await serverIdentity(this.#checkPool, TABLE);
    if (!isStandby) return;
    const error = new StandbyError();
    this.#failed(error, text);
    throw error;
  }

  /**
   * Called for each new connection of the pool before it is used. A connection to another server is accepted
   * only if the index there is not older than the store.
   */
  async admit(connection: Connection): Promise<void> {
    if (this.#approved === undefined) return;
    const { text } = await serverIdentity(connection, TABLE);
    if (text === this.#approved && !this.#isOlder) return;
    await Promise.race([this.compare(), tooLong()]);
  }

  /** Compares periodically until the signal aborts. Never rejects. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // The database health check reports an unreachable server.
      await this.#look().catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const { text } = await serverIdentity(this.#checkPool, TABLE);
    const isDue = performance.now() - this.#comparedMs > COMPARE_EVERY_MS;
    if (text !== this.#approved || this.#reason !== undefined || isDue) await this.compare();
    else await this.#see();
  }

  async #compare(): Promise<void> {
    const { database, store } = this.#deps!;
    const { text, isStandby } = await serverIdentity(this.#checkPool, TABLE);
    try {
      if (isStandby) throw new StandbyError();
      await this.#see();
      await throwIfOlder({ db: database.checks, store });
    } catch (error) {
      this.#failed(error, text);
      throw error;
    }
    this.#approved = text;
    this.#comparedMs = performance.now();
    this.#become(undefined, false);
  }

  /** If the server is already approved, a failed comparison changes nothing. */
  #failed(error: unknown, server: string): void {
    const words = error instanceof Error ? error.message : String(error);
    if (error instanceof OlderIndexError || error instanceof StandbyError)
      this.#become(words, error instanceof OlderIndexError);
    else if (server !== this.#approved && this.#approved !== undefined)
      this.#become(
        `the index of another PostgreSQL server could not be compared with the store yet (${words})`,
        false,
      );
  }

  async #see(): Promise<void> {
    const last = await readLastJournalId(this.#deps!.database.checks);
    if (last < this.#seenId) {
      throw new OlderIndexError(
        `it had come to change ${this.#seenId} of the state journal, and is back at ${last}`,
      );
    }
    this.#seenId = last;
  }

  get #checkPool(): Pool {
    return this.#deps!.database.checkPool;
  }

  #become(reason: string | undefined, isOlder: boolean): void {
    if (reason === this.#reason && isOlder === this.#isOlder) return;
    this.#reason = reason;
    this.#isOlder = isOlder;
    if (isOlder) this.#log.error(reason);
    this.onChange();
  }
}

async function tooLong(): Promise<never> {
  await sleep(PATIENCE_MS, undefined, { ref: false });
  throw new DatabaseUnavailableError(
    'the index of another PostgreSQL server is still being compared with the store',
  );
}
