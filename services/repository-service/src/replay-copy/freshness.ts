// Whether this process knows of every change that was committed before now, so that its copy may answer in PostgreSQL's
// place. It asks PostgreSQL, once for all that wait for it. Where look-ups come thick and nothing is written, it takes a
// lease: for a moment no writer can commit a change to what replay shows, and nobody need be asked. What PostgreSQL does
// for that, and why it is safe, stands with the functions of migration 0021.
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
}

/** A writer waits no longer than this for readers. */
const LEASE_MS = 100;
/** Counted from before the lease was asked for, it ends earlier here than for PostgreSQL; this much is for clocks that drift. */
const MARGIN_MS = 2;
/** A lease that is this old is renewed by who comes next. */
const RENEW_AFTER_MS = 50;
/** No lease is taken so long after something was written: whoever writes again soon shall not wait each time. */
const CALM_MS = 5_000;
/** So many look-ups in so long are worth a lease: whoever asks for one page asks for a few. */
const BUSY = { lookups: 4, withinMs: 100 };

export class Freshness {
  readonly #deps: FreshnessDeps;
  #snapshot: Snapshot;
  #leasedUntilMs = Number.NEGATIVE_INFINITY;
  #renewFromMs = Number.NEGATIVE_INFINITY;
  #calmFromMs = Number.NEGATIVE_INFINITY;
  #isForgotten = false;
  /** The question that waits for the one before it: whoever comes meanwhile shares it. */
  #next: Promise<boolean> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  /** When the last look-ups came, the oldest at `#oldest`. */
  readonly #cameMs = Array<number>(BUSY.lookups).fill(Number.NEGATIVE_INFINITY);
  #oldest = 0;

  /** `snapshot`: all that was visible in it is known. */
  constructor(deps: FreshnessDeps, snapshot: Snapshot) {
    this.#deps = deps;
    this.#snapshot = snapshot;
  }

  /** All that was visible in it is known. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** True: every change is known that was committed before the call. False: nobody can tell. Rejects as PostgreSQL does. */
  current(): boolean | Promise<boolean> {
    const nowMs = this.#deps.nowMs();
    this.#cameMs[this.#oldest] = nowMs;
    this.#oldest = (this.#oldest + 1) % BUSY.lookups;
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
    const isBusy = askedMs - this.#cameMs[this.#oldest]! < BUSY.withinMs;
    const wantsLease = isBusy && askedMs >= this.#calmFromMs;
    const news = await (wantsLease ? this.#deps.leaseAndNews(since, LEASE_MS) : this.#deps.newsSince(since));
    if (!news) return this.#forget();
    this.#snapshot = news.snapshot;
    if (news.changes.length > 0) this.#deps.onNews(news, since);
    if (news.changes.length > 0 || (wantsLease && !news.leased)) this.#calmFromMs = askedMs + CALM_MS;
    if (news.leased) {
      this.#leasedUntilMs = askedMs + LEASE_MS - MARGIN_MS;
      this.#renewFromMs = askedMs + RENEW_AFTER_MS;
    }
    return true;
  }

  #forget(): false {
    this.#isForgotten = true;
    this.#deps.onForgotten();
    return false;
  }
}
