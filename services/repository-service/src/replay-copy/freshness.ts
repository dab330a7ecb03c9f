// Decides whether the local copy of the replay index is up to date and may answer a query instead of PostgreSQL. It
// asks PostgreSQL for changes, once for all look-ups that are waiting. If look-ups are frequent and nothing is written,
// it takes a lease: for a short time no writer can commit a change to what replay shows, so no question is needed.
// migrations/first/replay-copies.ts contains the database side and explains why this is safe.
import type { CopyNews } from '../domain/replay/copy-news.ts';
import type { Snapshot } from '../domain/replay/snapshot.ts';

export interface FreshnessDeps {
  /**
   * Returns the changes since the snapshot; undefined if the database does not know the copy any more. The
   * database is queried after the call, never before.
   */
  newsSince(since: Snapshot): Promise<CopyNews | undefined>;
  leaseAndNews(since: Snapshot, leaseMs: number): Promise<CopyNews | undefined>;
  /** Called with all changes, in order. */
  onNews(news: CopyNews, since: Snapshot): void;
  /** Called once the database does not know the copy any more. */
  onForgotten(): void;
  /** Monotonic clock, in milliseconds. */
  nowMs(): number;
  /** Calls `work` after `ms` milliseconds, without keeping the process alive. */
  later(ms: number, work: () => void): void;
}

/**
 * Lease durations, which are the longest that a writer waits for readers. The long one is used if nothing was
 * written for a long time.
 */
const LEASE_MS = { usual: 100, long: 250 };
/**
 * A lease counts from before the request, so it ends earlier here than in PostgreSQL. This margin also allows
 * for clock drift.
 */
const MARGIN_MS = 2;
/** A look-up renews the lease once this share of it has passed. */
const RENEW_AFTER = 0.75;
/**
 * Minimum time since the last write before a lease, or a long lease, is taken. A writer that is still active
 * should not have to wait each time.
 */
const CALM_MS = { usual: 5_000, long: 60_000 };
/**
 * A refused lease is requested again after `againMs`. More than `mostTimes` refusals in a row mean that there is a
 * writer; one or two mean that other processes were taking leases, which takes milliseconds on a busy machine.
 */
const REFUSED = { againMs: 10, mostTimes: 2 };
/** Two look-ups within this time justify a lease: a client that replays a page sends more. */
const BUSY_WITHIN_MS = 100;
/**
 * A lease is renewed for this long after the last look-up, so that pauses while a page loads do not cost a round trip.
 */
const KEPT_MS = 1_000;

export class Freshness {
  readonly #deps: FreshnessDeps;
  #snapshot: Snapshot;
  #leasedUntilMs = Number.NEGATIVE_INFINITY;
  #renewFromMs = Number.NEGATIVE_INFINITY;
  #calmFromMs = Number.NEGATIVE_INFINITY;
  #longFromMs: number;
  #isForgotten = false;
  #refusals = 0;
  #againFromMs = Number.NEGATIVE_INFINITY;
  /** The question to start after the one under way. Look-ups that arrive meanwhile share it. */
  #next: Promise<boolean> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  /** Times of the last two look-ups. */
  #lastMs = Number.NEGATIVE_INFINITY;
  #beforeLastMs = Number.NEGATIVE_INFINITY;

  /** `snapshot`: all changes visible in it are known. */
  constructor(deps: FreshnessDeps, snapshot: Snapshot) {
    this.#deps = deps;
    this.#snapshot = snapshot;
    this.#longFromMs = deps.nowMs() + CALM_MS.long;
  }

  /** All changes visible in this snapshot are known. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /**
   * Returns true if every change committed before the call is known, false if that cannot be determined.
   * Rejects with errors of PostgreSQL.
   */
  current(): boolean | Promise<boolean> {
    const nowMs = this.#deps.nowMs();
    this.#beforeLastMs = this.#lastMs;
    this.#lastMs = nowMs;
    if (this.#isForgotten) return false;
    if (nowMs >= this.#leasedUntilMs) return this.#ask();
    if (nowMs >= this.#renewFromMs) this.#renew();
    return true;
  }

  /** Runs `work` between two questions. It returns the snapshot whose changes are known afterwards. */
  async between(work: (snapshot: Snapshot) => Promise<Snapshot>): Promise<void> {
    await this.#inTurn(async () => {
      this.#snapshot = await work(this.#snapshot);
    });
  }

  #ask(): Promise<boolean> {
    this.#next ??= this.#inTurn(() => {
      this.#next = undefined;
      return this.#hear();
    });
    return this.#next;
  }

  #renew(): void {
    this.#renewFromMs = Number.POSITIVE_INFINITY;
    this.#ask().catch(() => undefined);
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    // If no question is under way, waits one turn of the event loop, so that requests that have already
    // arrived share it.
    const turn = this.#underWay > 0 ? before : new Promise((resolve) => setImmediate(resolve));
    this.#underWay++;
    const done = turn.then(work, work).finally(() => {
      this.#underWay--;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #hear(): Promise<boolean> {
    if (this.#isForgotten) return false;
    const since = this.#snapshot;
    const askedMs = this.#deps.nowMs();
    const leaseMs = this.#wantedLeaseMs(askedMs);
    const news = await (leaseMs > 0 ? this.#deps.leaseAndNews(since, leaseMs) : this.#deps.newsSince(since));
    if (!news) return this.#forget();
    this.#snapshot = news.snapshot;
    if (news.changes.length > 0) this.#deps.onNews(news, since);
    if (leaseMs > 0 && !news.leased) this.#noteRefusal();
    if (news.changes.length > 0 || this.#refusals > REFUSED.mostTimes) this.#noteWriter(askedMs);
    if (news.leased) {
      this.#refusals = 0;
      this.#leasedUntilMs = askedMs + leaseMs - MARGIN_MS;
      this.#renewFromMs = askedMs + leaseMs * RENEW_AFTER;
      this.#deps.later(Math.max(0, this.#renewFromMs - this.#deps.nowMs()), () => this.#keep());
    }
    return true;
  }

  /** Renews a lease that no look-up has renewed. */
  #keep(): void {
    const nowMs = this.#deps.nowMs();
    if (nowMs >= this.#renewFromMs && this.#isKept(nowMs)) this.#renew();
  }

  #isKept(nowMs: number): boolean {
    return nowMs < this.#leasedUntilMs && nowMs - this.#lastMs < KEPT_MS;
  }

  /** Returns 0 if no lease is wanted. */
  #wantedLeaseMs(nowMs: number): number {
    const isBusy = nowMs - this.#beforeLastMs < BUSY_WITHIN_MS || this.#isKept(nowMs);
    if (!isBusy || nowMs < Math.max(this.#calmFromMs, this.#againFromMs)) return 0;
    return nowMs < this.#longFromMs ? LEASE_MS.usual : LEASE_MS.long;
  }

  #noteRefusal(): void {
    this.#refusals++;
    this.#againFromMs = this.#deps.nowMs() + REFUSED.againMs;
    this.#renewFromMs = this.#againFromMs;
  }

  #noteWriter(nowMs: number): void {
    this.#refusals = 0;
    this.#calmFromMs = nowMs + CALM_MS.usual;
    this.#longFromMs = nowMs + CALM_MS.long;
  }

  #forget(): false {
    this.#isForgotten = true;
    this.#deps.onForgotten();
    return false;
  }
}
