// Whether this process knows of every change that was committed before now, so that its copy may answer in PostgreSQL's
// place. It asks PostgreSQL, once for all that wait for it. Where look-ups come thick and nothing is written, it takes a
// lease: for a moment no writer can commit a change to what replay shows, and nobody need be asked. What PostgreSQL does
// for that, and why it is safe, stands with the functions in migrations/first/replay-copies.ts.
import type { CopyNews } from '../domain/replay/copy-news.ts';
import type { Snapshot } from '../domain/replay/snapshot.ts';

export interface FreshnessDeps {
  /** What has changed since; undefined where the copy is not known any more. Each looks after it was called. */
  newsSince(since: Snapshot): Promise<CopyNews | undefined>;
  leaseAndNews(since: Snapshot, leaseMs: number): Promise<CopyNews | undefined>;
  /** Called with all news, in order. */
  onNews(news: CopyNews, since: Snapshot): void;
  /** Called once the copy is not known any more. */
  onForgotten(): void;
  /** Of a clock that only goes forward. */
  nowMs(): number;
  /** Does it when so much time has passed, and keeps no process going for that. */
  later(ms: number, work: () => void): void;
}

/** A writer waits no longer than this for readers; the longer one is where nothing was written for long. */
const LEASE_MS = { usual: 100, long: 250 };
/** Counted from before the lease was asked for, it ends earlier here than for PostgreSQL; this much is for clocks that drift. */
const MARGIN_MS = 2;
/** Who comes when so much of a lease is over renews it. */
const RENEW_AFTER = 0.75;
/**
 * So long after something was written no lease is taken, and no long one: whoever writes again soon shall not wait each
 * time.
 */
const CALM_MS = { usual: 5_000, long: 60_000 };
/**
 * A refused lease is asked for again after so long, and so many refusals in a row mean a writer: one or two, that other
 * processes were just taking theirs, which where processors are busy takes milliseconds.
 */
const REFUSED = { againMs: 10, mostTimes: 2 };
/** Two look-ups within so long are worth a lease: whoever replays a page asks for more. */
const BUSY_WITHIN_MS = 100;
/**
 * A lease is kept for so long after the last look-up: a page comes with pauses, after which nobody should wait for
 * PostgreSQL.
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
  /** The question that waits for the one before it: whoever comes meanwhile shares it. */
  #next: Promise<boolean> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  /** When the last two look-ups came. */
  #lastMs = Number.NEGATIVE_INFINITY;
  #beforeLastMs = Number.NEGATIVE_INFINITY;

  /** `snapshot`: all that was visible in it is known. */
  constructor(deps: FreshnessDeps, snapshot: Snapshot) {
    this.#deps = deps;
    this.#snapshot = snapshot;
    this.#longFromMs = deps.nowMs() + CALM_MS.long;
  }

  /** All that was visible in it is known. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** True: every change is known that was committed before the call. False: nobody can tell. Rejects as PostgreSQL does. */
  current(): boolean | Promise<boolean> {
    const nowMs = this.#deps.nowMs();
    this.#beforeLastMs = this.#lastMs;
    this.#lastMs = nowMs;
    if (this.#isForgotten) return false;
    if (nowMs >= this.#leasedUntilMs) return this.#ask();
    if (nowMs >= this.#renewFromMs) this.#renew();
    return true;
  }

  /** Does something between two questions, which answers what is known after it. */
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
    // With nothing under way, what the sockets have by now goes along.
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

  /** Renews a lease that nobody has come to renew. */
  #keep(): void {
    const nowMs = this.#deps.nowMs();
    if (nowMs >= this.#renewFromMs && this.#isKept(nowMs)) this.#renew();
  }

  #isKept(nowMs: number): boolean {
    return nowMs < this.#leasedUntilMs && nowMs - this.#lastMs < KEPT_MS;
  }

  /** 0: none. */
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
