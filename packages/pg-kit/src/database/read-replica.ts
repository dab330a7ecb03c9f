// Reads from a streaming standby as long as its data is not older than a limit. The age is measured with this machine's
// clock, from the time when the primary reported a log position to the time when the standby had replayed the log up to
// that position. A standby of an idle primary therefore does not seem to lag.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError, findSqlState } from '../connections/errors.ts';

export interface ReadReplicaOptions {
  readonly primary: CheckablePool;
  readonly replica: CheckablePool;
  /** Maximum age of the replica's data. The replica is not read if its data is older. */
  readonly maxLagMs: number;
  /**
   * Resolves to the reason why a working replica must not be read, such as "does not have …". Resolves to undefined if
   * it may be read.
   */
  readonly whyUnfit?: (pool: pg.Pool) => Promise<string | undefined>;
  /** Called after every read, with its outcome. Must not throw. */
  readonly onRead?: (outcome: ReplicaReadOutcome) => void;
  /** Monotonic clock in milliseconds. Default `performance.now`. */
  readonly nowMs?: () => number;
}

interface CheckablePool {
  readonly checkPool: pg.Pool;
}

/**
 * `answered`: the replica returned the result. `repeated`: the replica failed, so the query was repeated on the
 * primary. `primary`: only the primary was read.
 */
export type ReplicaReadOutcome = 'answered' | 'repeated' | 'primary';

export interface ReplicaSkipReason {
  /** Predicate of a sentence about the replica, such as `is more than 10 s behind`. */
  readonly words: string;
  /** Connection error. Set only if the replica cannot be reached. */
  readonly error?: unknown;
}

export interface ReadReplica {
  /** Maximum age of the replica's data, in milliseconds. Undefined if unknown. */
  readonly lagMs: number | undefined;
  /** Reason why the replica is not read at present. Undefined if it is read. */
  readonly whyNot: ReplicaSkipReason | undefined;
  /** True if the server at the URL of the replica is the primary. Queries are still sent there. */
  readonly isPrimary: boolean;
  /** Compares the log positions of replica and primary. Does not reject. */
  look(): Promise<void>;
  /** Calls `look`, then `onLook`, repeatedly until the signal aborts. */
  watch(signal: AbortSignal, onLook: () => void): Promise<void>;
  /**
   * Returns the result of the replica. Reads the primary instead if the replica must not be read, or if it fails for a
   * reason other than the query itself. Both functions must run the same query.
   */
  read<Found>(ofReplica: () => Promise<Found>, ofPrimary: () => Promise<Found>): Promise<Found>;
}

const MAX_BETWEEN_LOOKS_MS = 1_000;

export function openReadReplica(options: ReadReplicaOptions): ReadReplica {
  const { primary, replica, maxLagMs, onRead, nowMs = () => performance.now() } = options;
  const written = new UnreplayedSamples();
  let primaryStands: ReplicationState | undefined;
  let isPrimary = false;
  let fault: ReplicaSkipReason | undefined = { words: 'has not been looked at yet' };
  let looking: Promise<void> | undefined;

  const lagMs = () => (written.replayedMs === undefined ? undefined : nowMs() - written.replayedMs);
  const whyNot = () => {
    if (fault !== undefined) return fault;
    return lagMs()! <= maxLagMs ? undefined : { words: `is more than ${maxLagMs / 1_000} s behind` };
  };

  async function lookOnce(): Promise<void> {
    const askedMs = nowMs();
    // If the primary is unreachable, the age of the replica's data keeps growing.
    const here = await readReplicationState(primary.checkPool).catch(() => undefined);
    if (here) written.add({ lsn: here.lsn, askedMs });
    primaryStands = here ?? primaryStands;
    try {
      const there = await readReplicationState(replica.checkPool);
      const words = explainMismatch(there, primaryStands) ?? (await options.whyUnfit?.(replica.checkPool));
      isPrimary = words === undefined && !there.isStandby;
      if (words === undefined) written.replay(there.lsn);
      fault = words === undefined ? undefined : { words };
    } catch (error) {
      fault = { words: 'cannot be reached', error };
    }
    if (fault === undefined && written.replayedMs === undefined) fault = { words: 'has not caught up yet' };
  }

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    get lagMs() {
      return lagMs();
    },
    get whyNot() {
      return whyNot();
    },
    get isPrimary() {
      return isPrimary;
    },
    look,
    async watch(signal, onLook) {
      const everyMs = Math.min(MAX_BETWEEN_LOOKS_MS, maxLagMs / 4);
      while (!signal.aborted) {
        await look();
        onLook();
        await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
    async read(ofReplica, ofPrimary) {
      if (whyNot() !== undefined) {
        onRead?.('primary');
        return ofPrimary();
      }
      try {
        const found = await ofReplica();
        onRead?.('answered');
        return found;
      } catch (error) {
        if (!isReplicaFailure(error)) throw error;
      }
      void look();
      onRead?.('repeated');
      return ofPrimary();
    },
  };
}

/** Database identity and log position of a server. */
interface ReplicationState {
  readonly isStandby: boolean;
  /** System identifier. A database and its physical copies have the same identifier. */
  readonly identity: string;
  readonly startedAt: string;
  /** Log position in bytes. Primary: flushed to disk, which includes everything acknowledged. Standby: replayed. */
  readonly lsn: number;
}

const REPLICATION_STATE_QUERY = `
  select pg_is_in_recovery() as "isStandby", extract(epoch from pg_postmaster_start_time())::text as "startedAt",
    (select system_identifier from pg_control_system()) || ' ' ||
      (select oid from pg_database where datname = current_database()) as identity,
    ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)
      - '0/0'::pg_lsn)::float8 as lsn`;

async function readReplicationState(pool: pg.Pool): Promise<ReplicationState> {
  const { rows } = await pool.query<ReplicationState>(REPLICATION_STATE_QUERY);
  return rows[0]!;
}

/** Returns why the replica is not a copy of the primary or cannot be compared with it. Undefined for a copy. */
function explainMismatch(there: ReplicationState, here: ReplicationState | undefined): string | undefined {
  if (here === undefined) return 'cannot be compared with the primary';
  if (there.identity !== here.identity) return 'is no copy of the primary';
  return there.isStandby || there.startedAt === here.startedAt ? undefined : 'is no standby';
}

interface LogPositionSample {
  readonly lsn: number;
  /** Time of the query. `lsn` includes everything that was acknowledged before this time. */
  readonly askedMs: number;
}

const MAX_KEPT = 500;

/** Samples of the primary's log position that the replica has not replayed yet, with their times. */
class UnreplayedSamples {
  #ahead: readonly LogPositionSample[] = [];
  #replayedMs: number | undefined;

  /** Time of the newest sample that the replica has replayed. */
  get replayedMs(): number | undefined {
    return this.#replayedMs;
  }

  add(written: LogPositionSample): void {
    // When a replica lags far behind, every second sample is enough to estimate the lag.
    const kept =
      this.#ahead.length < MAX_KEPT ? this.#ahead : this.#ahead.filter((_, index) => index % 2 === 0);
    this.#ahead = [...kept, written];
  }

  replay(lsn: number): void {
    const replayed = this.#ahead.findLast((written) => written.lsn <= lsn);
    if (replayed === undefined) return;
    this.#replayedMs = replayed.askedMs;
    this.#ahead = this.#ahead.filter(({ askedMs }) => askedMs > replayed.askedMs);
  }
}

// 40001 and 40P01: conflict with replay. The others: a schema object does not exist on the replica yet.
const STATES_OF_REPLICA = new Set(['40001', '40P01', '42P01', '42703', '42704', '42883']);

function isReplicaFailure(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || STATES_OF_REPLICA.has(findSqlState(error) ?? '');
}
