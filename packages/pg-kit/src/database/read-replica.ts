// A streaming standby that answers reads in the primary's place, as long as its answers are no older than a bound. How old
// they can be is known by no clock but ours: from when the primary was asked how far its log goes, to when the standby has
// replayed all of that. So a primary on which nothing happens does not look like a standby that lags.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError, sqlState } from '../connections/errors.ts';

export interface ReadReplicaOptions {
  readonly primary: Checked;
  readonly replica: Checked;
  /** Reads go to the replica only while what it answers is no older. */
  readonly maxLagMs: number;
  /** Resolves to why the replica cannot be read although it is one ("does not have …"), undefined when it can. */
  readonly whyUnfit?: (pool: pg.Pool) => Promise<string | undefined>;
  /** Told of every read. Must not throw. */
  readonly onRead?: (outcome: ReadOutcome) => void;
  /** Never goes back; default `performance.now`. */
  readonly nowMs?: () => number;
}

interface Checked {
  readonly checkPool: pg.Pool;
}

/** By the replica; by the primary after the replica had failed; by the primary alone. */
export type ReadOutcome = 'answered' | 'repeated' | 'primary';

export interface WhyNotReplica {
  /** What is to be said of the replica: `is more than 10 s behind`. */
  readonly words: string;
  /** Present when it cannot be reached. */
  readonly error?: unknown;
}

export interface ReadReplica {
  /** What it answers now is no older than this; undefined: that is not known. */
  readonly lagMs: number | undefined;
  /** Why it is not asked now; undefined when it is. */
  readonly whyNot: WhyNotReplica | undefined;
  /** Whether it is no replica but the primary itself, which is asked all the same. */
  readonly isPrimary: boolean;
  /** Asks both servers how far they are. Never rejects. */
  look(): Promise<void>;
  /** Looks again and again until the signal aborts; `onLook` is told after each time. */
  watch(signal: AbortSignal, onLook: () => void): Promise<void>;
  /**
   * What the replica answers, and where it is not to be asked, or fails by what is its own matter, the primary. Both ask for
   * the same.
   */
  read<Found>(ofReplica: () => Promise<Found>, ofPrimary: () => Promise<Found>): Promise<Found>;
}

const MOST_BETWEEN_LOOKS_MS = 1_000;

export function readReplica(options: ReadReplicaOptions): ReadReplica {
  const { primary, replica, maxLagMs, onRead, nowMs = () => performance.now() } = options;
  const written = new WrittenByPrimary();
  let primaryStands: Standing | undefined;
  let isPrimary = false;
  let fault: WhyNotReplica | undefined = { words: 'has not been looked at yet' };
  let looking: Promise<void> | undefined;

  const lagMs = () => (written.replayedMs === undefined ? undefined : nowMs() - written.replayedMs);
  const whyNot = () => {
    if (fault !== undefined) return fault;
    return lagMs()! <= maxLagMs ? undefined : { words: `is more than ${maxLagMs / 1_000} s behind` };
  };

  async function lookOnce(): Promise<void> {
    const askedMs = nowMs();
    // Where the primary cannot be asked, what the replica has grows old.
    const here = await standingOf(primary.checkPool).catch(() => undefined);
    if (here) written.add({ lsn: here.lsn, askedMs });
    primaryStands = here ?? primaryStands;
    try {
      const there = await standingOf(replica.checkPool);
      const words = unlike(there, primaryStands) ?? (await options.whyUnfit?.(replica.checkPool));
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
      const everyMs = Math.min(MOST_BETWEEN_LOOKS_MS, maxLagMs / 4);
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
        if (!isOfReplica(error)) throw error;
      }
      void look();
      onRead?.('repeated');
      return ofPrimary();
    },
  };
}

/** How far a server is, and which it is. */
interface Standing {
  readonly isStandby: boolean;
  /** The same for a database and its physical copies. */
  readonly identity: string;
  readonly startedAt: string;
  /** Bytes of log: of a primary, what is on its disk, which all is that was acknowledged; of a standby, what it replayed. */
  readonly lsn: number;
}

const STANDING = `
  select pg_is_in_recovery() as "isStandby", extract(epoch from pg_postmaster_start_time())::text as "startedAt",
    (select system_identifier from pg_control_system()) || ' ' ||
      (select oid from pg_database where datname = current_database()) as identity,
    ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)
      - '0/0'::pg_lsn)::float8 as lsn`;

async function standingOf(pool: pg.Pool): Promise<Standing> {
  const { rows } = await pool.query<Standing>(STANDING);
  return rows[0]!;
}

/** Why what the one answers is not what the other would, however long one waited. */
function unlike(there: Standing, here: Standing | undefined): string | undefined {
  if (here === undefined) return 'cannot be compared with the primary';
  if (there.identity !== here.identity) return 'is no copy of the primary';
  return there.isStandby || there.startedAt === here.startedAt ? undefined : 'is no standby';
}

interface Written {
  readonly lsn: number;
  /** Whatever was acknowledged before is at no higher place. */
  readonly askedMs: number;
}

const MOST_KEPT = 500;

/** How far the primary's log went when, as long as the replica has not replayed it. */
class WrittenByPrimary {
  #ahead: readonly Written[] = [];
  #replayedMs: number | undefined;

  /** The latest moment of which the replica has everything. */
  get replayedMs(): number | undefined {
    return this.#replayedMs;
  }

  add(written: Written): void {
    // Of a replica that is far behind, half of the moments say nearly as well how far.
    const kept =
      this.#ahead.length < MOST_KEPT ? this.#ahead : this.#ahead.filter((_, index) => index % 2 === 0);
    this.#ahead = [...kept, written];
  }

  replay(lsn: number): void {
    const replayed = this.#ahead.findLast((written) => written.lsn <= lsn);
    if (replayed === undefined) return;
    this.#replayedMs = replayed.askedMs;
    this.#ahead = this.#ahead.filter(({ askedMs }) => askedMs > replayed.askedMs);
  }
}

// 40001 and 40P01: what is replayed stood in the way. The others: what a newer schema has, and the replica has not yet.
const STATES_OF_REPLICA = new Set(['40001', '40P01', '42P01', '42703', '42704', '42883']);

function isOfReplica(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || STATES_OF_REPLICA.has(sqlState(error) ?? '');
}
