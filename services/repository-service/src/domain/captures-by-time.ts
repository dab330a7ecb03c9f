// Captures with content by URL and time, for revisits that say that their URL was not modified since an earlier capture.
import { EMPTY_SHA256, listDigestKeys, type PayloadDigests } from './record/refers-to.ts';

interface Requested {
  readonly url: string;
  /** Tells requests other than GET apart; needed where `method` is given. */
  readonly urlkey?: string | undefined;
  readonly method?: string | undefined;
}

interface TimedCapture extends Requested, PayloadDigests {
  readonly collectionMs: number;
}

/** Captures of one URL that are looked at for a payload digest. */
const MOST_COMPARED = 100;

export class CapturesByTime<Capture extends TimedCapture> {
  /** By request, the earliest capture first. */
  readonly #captures = new Map<string, Capture[]>();

  /** Ignores a capture without content. */
  add(capture: Capture): void {
    if (capture.sha256 === EMPTY_SHA256) return;
    const key = requestKey(capture);
    const captures = this.#captures.get(key);
    if (captures) captures.splice(indexOfTime(captures, capture.collectionMs + 1), 0, capture);
    else this.#captures.set(key, [capture]);
  }

  remove(capture: Capture): void {
    const key = requestKey(capture);
    const captures = this.#captures.get(key) ?? [];
    const at = captures.indexOf(capture, indexOfTime(captures, capture.collectionMs));
    if (at >= 0) captures.splice(at, 1);
    if (captures.length === 0) this.#captures.delete(key);
  }

  /** The last capture before a time that was requested in the same way, and has this payload digest if one is given. */
  findLast(requested: Requested, beforeMs: number, digestKey: string | undefined): Capture | undefined {
    const captures = this.#captures.get(requestKey(requested)) ?? [];
    const end = indexOfTime(captures, beforeMs);
    for (let at = end - 1; at >= Math.max(0, end - MOST_COMPARED); at--) {
      const capture = captures[at]!;
      if (digestKey === undefined || listDigestKeys(capture).includes(digestKey)) return capture;
    }
    return undefined;
  }
}

function requestKey({ url, urlkey, method }: Requested): string {
  return method === undefined ? url : `${method} ${urlkey} ${url}`;
}

/** Index of the first capture at this time or later. */
function indexOfTime(captures: readonly TimedCapture[], ms: number): number {
  let [low, high] = [0, captures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (captures[middle]!.collectionMs < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
