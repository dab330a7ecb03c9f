// Chooses the memento for a moment among the captures of a URL's key. Captures that are redirects to that same key, as those
// of sites that moved to https are, are passed over while there is another: nobody could follow them.
import { urlkey } from '@holdfast/surt';
import type { Capture } from '../../../domain/replay/capture.ts';
import type { CaptureIndex } from '../../../domain/replay/capture-index.ts';
import { walkOutward } from '../walk/closest-walk.ts';
import { isNoSelfRedirect } from '../words/cdx-filter.ts';
import { secondOf } from '../words/cdx-time.ts';

export interface MementoQuestion {
  readonly namespace: string;
  readonly url: string;
  /** Seconds since the epoch. */
  readonly second: number;
}

/** Captures that are passed over, at most, because they are redirects to their own key. */
const MOST_PASSED = 10_000;
/** How far a capture is from what is best in its second. */
const BEST = 0;
const SELF_REDIRECT = 4;

/**
 * Returns the nearest capture. Within one second, the capture of exactly this URL comes first, redirects and errors come
 * last. Undefined when the URL has none.
 */
export async function chooseMemento(
  index: CaptureIndex,
  { namespace, url, second }: MementoQuestion,
): Promise<Capture | undefined> {
  const scope = { namespace, fromMs: undefined, toMs: undefined };
  const walk = walkOutward({ index, scope, match: { key: urlkey(url) }, second, firstBatch: 2 });
  let best: { readonly capture: Capture; readonly rank: number } | undefined;
  let onlySelfRedirect: Capture | undefined;
  let passed = 0;
  for await (const capture of walk) {
    if (best && secondOf(best.capture.collectionMs) !== secondOf(capture.collectionMs)) {
      if (best.rank < SELF_REDIRECT) break;
      onlySelfRedirect ??= best.capture;
      best = undefined;
    }
    const rank = rankOf(capture, url);
    if (!best || rank < best.rank) best = { capture, rank };
    if (rank === BEST || ++passed === MOST_PASSED) break;
  }
  return best && best.rank < SELF_REDIRECT ? best.capture : (onlySelfRedirect ?? best?.capture);
}

function rankOf(capture: Capture, url: string): number {
  const { httpStatus = 200 } = capture;
  const isContent = httpStatus < 300;
  const isExact = capture.url === url;
  return (isNoSelfRedirect(capture) ? 0 : SELF_REDIRECT) + (isExact ? 0 : 2) + (isContent ? 0 : 1);
}
