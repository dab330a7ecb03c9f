// Chooses the memento of a URL that is closest to a requested time (distance as in walk/closest-walk.ts). Skips
// captures that redirect to the same URL key, such as http to https, if there is any other capture: clients would
// follow them in a loop.
import { makeUrlkey } from '@holdfast/surt';
import type { Capture } from '../../../domain/replay/capture.ts';
import type { CaptureIndex } from '../../../domain/replay/capture-index.ts';
import { walkOutward } from '../walk/closest-walk.ts';
import { isNotSelfRedirect } from '../words/cdx-filter.ts';
import { toSecond } from '../words/cdx-time.ts';

export interface MementoQuery {
  readonly namespace: string;
  readonly url: string;
  /** Requested time, in seconds since the epoch. */
  readonly second: number;
}

/** Maximum number of skipped redirects. */
const MAX_PASSED = 10_000;
/** Ranks of the captures in one second. The lowest rank is preferred. */
const BEST = 0;
const SELF_REDIRECT = 4;

/**
 * Returns the closest capture. Within a second, prefers captures of exactly this URL, and ranks redirects and errors
 * last. Returns undefined if the URL has no captures.
 */
export async function chooseMemento(
  index: CaptureIndex,
  { namespace, url, second }: MementoQuery,
): Promise<Capture | undefined> {
  const scope = { namespace, fromMs: undefined, toMs: undefined };
  const walk = walkOutward({ index, scope, match: { key: makeUrlkey(url) }, second, firstBatch: 2 });
  let best: { readonly capture: Capture; readonly rank: number } | undefined;
  let onlySelfRedirect: Capture | undefined;
  let passed = 0;
  for await (const capture of walk) {
    if (best && toSecond(best.capture.collectionMs) !== toSecond(capture.collectionMs)) {
      if (best.rank < SELF_REDIRECT) break;
      onlySelfRedirect ??= best.capture;
      best = undefined;
    }
    const rank = rankOf(capture, url);
    if (!best || rank < best.rank) best = { capture, rank };
    if (rank === BEST || ++passed === MAX_PASSED) break;
  }
  return best && best.rank < SELF_REDIRECT ? best.capture : (onlySelfRedirect ?? best?.capture);
}

function rankOf(capture: Capture, url: string): number {
  const { httpStatus = 200 } = capture;
  const isContent = httpStatus < 300;
  const isExact = capture.url === url;
  return (isNotSelfRedirect(capture) ? 0 : SELF_REDIRECT) + (isExact ? 0 : 2) + (isContent ? 0 : 1);
}
