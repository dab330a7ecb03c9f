// What was acknowledged of each capture, and when: from that follows what an answer must show, must not show, and may show.
// Times are ticks, which count what the drill sends and receives; it is one process, so that they are in order.
import { performance } from 'node:perf_hooks';

export interface Capture {
  readonly url: string;
  readonly urlkey: string;
  readonly collectionMs: number;
  /** In the order in which they were begun. One begins when the one before is known to have ended. */
  readonly changes: Change[];
}

/** It takes effect at some moment between its ticks. */
export interface Change {
  readonly shows: boolean;
  readonly from: number;
  /** Infinity: it is under way, or nobody knows whether it will take effect. */
  by: number;
  /** When it was acknowledged, for people. */
  byMs?: number;
}

export interface MayBe {
  readonly shown: boolean;
  readonly hidden: boolean;
}

const MOST_RECENT = 12;

export class Model {
  /** Those that were touched last, the newest last. */
  readonly recent: Capture[] = [];
  #tick = 0;
  readonly #ofHost = new Map<string, Capture[]>();
  readonly #named = new Map<string, Capture>();

  tick(): number {
    return ++this.#tick;
  }

  /** One that nothing shows yet. */
  capture(url: string, urlkey: string, collectionMs: number): Capture {
    const capture: Capture = { url, urlkey, collectionMs, changes: [] };
    const name = nameOf(capture);
    if (this.#named.has(name)) throw new Error(`there are two of ${name}`);
    this.#named.set(name, capture);
    const host = hostOf(urlkey);
    const others = this.#ofHost.get(host);
    if (others) others.push(capture);
    else this.#ofHost.set(host, [capture]);
    return capture;
  }

  /** Called before it is asked for. */
  begin(capture: Capture, shows: boolean): Change {
    const change: Change = { shows, from: this.tick(), by: Number.POSITIVE_INFINITY };
    capture.changes.push(change);
    this.recent.push(capture);
    if (this.recent.length > MOST_RECENT) this.recent.shift();
    return change;
  }

  /** Called when it is acknowledged. */
  end(change: Change): void {
    change.by = Math.min(change.by, this.tick());
    change.byMs = performance.now();
  }

  named(name: string): Capture | undefined {
    return this.#named.get(name);
  }

  /** Of the part of a key before the `)`. */
  ofHost(host: string): readonly Capture[] {
    return this.#ofHost.get(host) ?? [];
  }

  hosts(): string[] {
    return [...this.#ofHost.keys()];
  }
}

/** To who asked at one tick and was answered at the other. */
export function mayBe({ changes }: Capture, askedAt: number, answeredAt: number): MayBe {
  let state = { shown: false, hidden: true };
  for (const { shows, from, by } of changes) {
    if (from > answeredAt) break;
    if (by < askedAt) state = { shown: shows, hidden: !shows };
    else state = { shown: state.shown || shows, hidden: state.hidden || !shows };
  }
  return state;
}

/** What was seen to have taken effect is never undone, acknowledged or not. */
export function learn({ changes }: Capture, isShown: boolean, answeredAt: number): void {
  const last = changes.at(-1);
  if (!last || last.shows !== isShown || last.by < answeredAt || last.from > answeredAt) return;
  const wasShown = changes.at(-2)?.shows ?? false;
  if (wasShown !== isShown) last.by = answeredAt;
}

export const nameOf = ({ urlkey, collectionMs }: Pick<Capture, 'urlkey' | 'collectionMs'>): string =>
  `${urlkey} ${timestampOf(collectionMs)}`;

export const timestampOf = (ms: number): string =>
  new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14);

export const hostOf = (urlkey: string): string => urlkey.slice(0, urlkey.indexOf(')'));
