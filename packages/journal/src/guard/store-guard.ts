// Prevents a service from using a database that is older than its journal in the object store. Compares the database
// with the journal at the start, every few minutes, and when the pool connects to another PostgreSQL server or to a
// restored database.
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError, type Pool, readServerIdentity } from '@holdfast/pg-kit';

/**
 * Thrown if the database is older than the object store. The message contains the command that repairs the database.
 */
export class OlderDatabaseError extends Error {
  override name = 'OlderDatabaseError';
}

/** Thrown if DATABASE_URL points to a read-only standby. */
export class StandbyError extends Error {
  override name = 'StandbyError';

  constructor() {
    super('PostgreSQL is a standby and takes no writes: promote it, or let DATABASE_URL lead to the primary');
  }
}

export interface GuardedDatabase {
  readonly checkPool: Pool;
  /** Throws OlderDatabaseError if the journal contains changes that are missing in the database. */
  throwIfOlder(): Promise<void>;
  /**
   * Replays the journal into an older database. Returns false if this is not allowed. `seen` is the last journal
   * sequence number that this process has seen. Calls `begun` when the replay starts.
   */
  repair?(
    error: OlderDatabaseError,
    state: { readonly seen: number; begun(reason: string): void },
  ): Promise<boolean>;
  /** Returns the last journal sequence number of the database. If it decreases, a backup was restored. */
  readLast(): Promise<number>;
}

export interface GuardDescription {
  /**
   * Table whose file node is part of the database's identity. Loading a dump recreates the table, which changes the
   * identity.
   */
  readonly table: string;
  /** Name of the guarded data in messages, such as `index`. */
  readonly subject: string;
  /** Creates the error for a database whose last sequence number decreased from `from` to `to`. */
  wentBack(from: number, to: number): OlderDatabaseError;
}

interface GuardLog {
  error(message: string): void;
}

type Connection = Parameters<typeof readServerIdentity>[0];

const LOOK_EVERY_MS = 5_000;
const COMPARE_EVERY_MS = 10 * 60_000;
/** Maximum time for which a new connection waits for a comparison. */
const PATIENCE_MS = 20_000;

export class StoreGuard {
  readonly #log: GuardLog;
  readonly #words: GuardDescription;
  #database: GuardedDatabase | undefined;
  /** Identity of the server that passed the last comparison. */
  #approved: string | undefined;
  #reason: string | undefined;
  #isOlder = false;
  #comparing: Promise<void> | undefined;
  #comparedMs = 0;
  /** Last journal sequence number that this process has seen. */
  #seen = 0;
  /** Called after each change of `reason`. */
  onChange: () => void = () => undefined;

  constructor(log: GuardLog, words: GuardDescription) {
    this.#log = log;
    this.#words = words;
  }

  /** Sets the database. Call this before any other method. */
  use(database: GuardedDatabase): void {
    this.#database = database;
  }

  /** Reason why the database must not be used. Undefined if it may be used, or before the first comparison. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** True if the last comparison found the database older than the store. */
  get isOlder(): boolean {
    return this.#isOlder;
  }

  /** Compares the database with the store. Throws OlderDatabaseError, StandbyError. */
  compare(): Promise<void> {
    this.#comparing ??= this.#compare().finally(() => {
      this.#comparing = undefined;
    });
    return this.#comparing;
  }

  /** Throws StandbyError if the server is a standby. Call before the migrations, because their error is less clear. */
  async refuseStandby(): Promise<void> {
    const { text, isStandby } = await this.#readIdentity();
    if (!isStandby) return;
    const error = new StandbyError();
    this.#recordFailure(error, text);
    throw error;
  }

  /**
   * Checks a new connection of the pool before its first use. Accepts a connection to another server only if the
   * database on that server is not older than the store.
   */
  async admit(connection: Connection): Promise<void> {
    if (this.#approved === undefined) return;
    const { text } = await readServerIdentity(connection, this.#words.table);
    if (text === this.#approved && !this.#isOlder) return;
    await Promise.race([this.compare(), this.#failAfterWait()]);
    // The comparison may have approved a server other than the server of this connection.
    if (text !== this.#approved) throw new DatabaseUnavailableError('PostgreSQL changes its primary');
  }

  /** Compares periodically, until the signal aborts. Never rejects. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // Ignores errors such as an unreachable server, which the database health check reports.
      await this.#checkServer().catch(() => undefined);
    }
  }

  async #checkServer(): Promise<void> {
    const { text } = await this.#readIdentity();
    const isDue = performance.now() - this.#comparedMs > COMPARE_EVERY_MS;
    if (text !== this.#approved || this.#reason !== undefined || isDue) await this.compare();
    else await this.#checkSequence();
  }

  async #compare(): Promise<void> {
    const { text, isStandby } = await this.#readIdentity();
    try {
      if (isStandby) throw new StandbyError();
      await this.#checkDatabase(this.#database!);
    } catch (error) {
      this.#recordFailure(error, text);
      throw error;
    }
    this.#approved = text;
    this.#comparedMs = performance.now();
    this.#setReason(undefined, false);
  }

  async #checkDatabase(database: GuardedDatabase): Promise<void> {
    try {
      await this.#checkSequence();
      await database.throwIfOlder();
    } catch (error) {
      if (!(error instanceof OlderDatabaseError)) throw error;
      const begun = (reason: string) => this.#setReason(reason, false);
      if (!(await database.repair?.(error, { seen: this.#seen, begun }))) throw error;
      this.#seen = 0;
      await this.#checkSequence();
      await database.throwIfOlder();
    }
  }

  /**
   * Records why the database must not be used. Ignores errors that do not concern the database itself, unless another
   * server has replaced the approved server.
   */
  #recordFailure(error: unknown, server: string): void {
    const words = error instanceof Error ? error.message : String(error);
    if (error instanceof OlderDatabaseError || error instanceof StandbyError)
      this.#setReason(words, error instanceof OlderDatabaseError);
    else if (server !== this.#approved && this.#approved !== undefined)
      this.#setReason(
        `the ${this.#words.subject} of another PostgreSQL server could not be compared with the store yet (${words})`,
        false,
      );
  }

  async #checkSequence(): Promise<void> {
    const last = await this.#database!.readLast();
    if (last < this.#seen) throw this.#words.wentBack(this.#seen, last);
    this.#seen = last;
  }

  #readIdentity() {
    return readServerIdentity(this.#database!.checkPool, this.#words.table);
  }

  #setReason(reason: string | undefined, isOlder: boolean): void {
    if (reason === this.#reason && isOlder === this.#isOlder) return;
    this.#reason = reason;
    this.#isOlder = isOlder;
    if (isOlder && reason !== undefined) this.#log.error(reason);
    this.onChange();
  }

  async #failAfterWait(): Promise<never> {
    await sleep(PATIENCE_MS, undefined, { ref: false });
    throw new DatabaseUnavailableError(
      `the ${this.#words.subject} of another PostgreSQL server is still being compared with the store`,
    );
  }
}
