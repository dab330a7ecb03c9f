// Records which changes of each capture were acknowledged and when. From this follows what an answer must
// show, must not show, and may show. Times are ticks, which count the requests and answers of the drill; as
// the drill is one process, ticks are totally ordered.
import { performance } from 'node:perf_hooks';

export interface TrackedCapture {
  readonly url: string;
  readonly urlkey: string;
  readonly collectionMs: number;
  /** Changes in the order in which they began. A change begins after the end of the previous one is known. */
  readonly changes: Change[];
}

/** Change that takes effect between its two ticks. */
export interface Change {
  readonly shows: boolean;
  readonly from: number;
  /** Infinity if the change is under way or its outcome is unknown. */
  by: number;
  /** Time of the acknowledgement in milliseconds, for messages only. */
  byMs?: number;
}

export interface MayBe {
  readonly shown: boolean;
  readonly hidden: boolean;
}

const MOST_RECENT = 12;

export class Model {
  /** The captures changed most recently, the newest last. */
  readonly recent: TrackedCapture[] = [];
  #tick = 0;
  readonly #ofHost = new Map<string, TrackedCapture[]>();
  readonly #named = new Map<string, TrackedCapture>();

  tick(): number {
    return ++this.#tick;
  }

  /** Adds a capture that is not shown yet. */
  capture(url: string, urlkey: string, collectionMs: number): TrackedCapture {
    const capture: TrackedCapture = { url, urlkey, collectionMs, changes: [] };
    const name = formatCaptureName(capture);
    if (this.#named.has(name)) throw new Error(`there are two of ${name}`);
    this.#named.set(name, capture);
    const host = parseHost(urlkey);
    const others = this.#ofHost.get(host);
    if (others) others.push(capture);
    else this.#ofHost.set(host, [capture]);
    return capture;
  }

  /** Records the start of a change; call before sending the request. */
  begin(capture: TrackedCapture, shows: boolean): Change {
    const change: Change = { shows, from: this.tick(), by: Number.POSITIVE_INFINITY };
    capture.changes.push(change);
    this.recent.push(capture);
    if (this.recent.length > MOST_RECENT) this.recent.shift();
    return change;
  }

  /** Records the end of a change; call when it is acknowledged. */
  end(change: Change): void {
    change.by = Math.min(change.by, this.tick());
    change.byMs = performance.now();
  }

  named(name: string): TrackedCapture | undefined {
    return this.#named.get(name);
  }

  /** Returns the captures of a host, given as the part of a urlkey before the `)`. */
  ofHost(host: string): readonly TrackedCapture[] {
    return this.#ofHost.get(host) ?? [];
  }

  hosts(): string[] {
    return [...this.#ofHost.keys()];
  }
}

/**
 * Returns whether an answer may show or hide the capture, for a request sent at `askedAt` and answered at
 * `answeredAt`.
 */
export function mayBe({ changes }: TrackedCapture, askedAt: number, answeredAt: number): MayBe {
  let state = { shown: false, hidden: true };
  for (const { shows, from, by } of changes) {
    if (from > answeredAt) break;
    if (by < askedAt) state = { shown: shows, hidden: !shows };
    else state = { shown: state.shown || shows, hidden: state.hidden || !shows };
  }
  return state;
}

/** Ends an open change once an answer shows its effect: an observed change is never undone. */
export function learn({ changes }: TrackedCapture, isShown: boolean, answeredAt: number): void {
  const last = changes.at(-1);
  if (!last || last.shows !== isShown || last.by < answeredAt || last.from > answeredAt) return;
  const wasShown = changes.at(-2)?.shows ?? false;
  if (wasShown !== isShown) last.by = answeredAt;
}

export const formatCaptureName = ({
  urlkey,
  collectionMs,
}: Pick<TrackedCapture, 'urlkey' | 'collectionMs'>): string => `${urlkey} ${formatTimestamp(collectionMs)}`;

export const formatTimestamp = (ms: number): string =>
  new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14);

export const parseHost = (urlkey: string): string => urlkey.slice(0, urlkey.indexOf(')'));
