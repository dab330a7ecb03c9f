// Scans a key range and summarizes the captures of each key, in key order. For a key with very many captures, the
// database computes the summary, and the scan continues with the next key.
import { compareKeys } from '../../../domain/keys/key-prefix-ranges.ts';
import type { Capture, ReplayPosition } from '../../../domain/replay/capture.ts';
import type {
  CaptureIndex,
  CaptureScope,
  KeyMatch,
  UrlSummary,
} from '../../../domain/replay/capture-index.ts';
import { scanCaptures } from './capture-scan.ts';

/** Yields up to `limit` summaries after the first `offset` keys, in non-empty batches. */
export async function* listUrlSummaries(
  index: CaptureIndex,
  { scope, match }: { readonly scope: CaptureScope; readonly match: KeyMatch },
  { offset, limit }: { readonly offset: number; readonly limit: number },
): AsyncGenerator<UrlSummary[]> {
  let toSkip = offset;
  let left = limit;
  for await (const batch of generateUrlSummaries(
    index,
    scope,
    match,
    Math.min(FIRST_BATCH, offset + limit + 1),
  )) {
    const skipped = Math.min(toSkip, batch.length);
    toSkip -= skipped;
    const shown = batch.slice(skipped, skipped + left);
    left -= shown.length;
    if (shown.length > 0) yield shown;
    if (left === 0) return;
  }
}

const FIRST_BATCH = 500;
/** Number of captures of a key above which the database computes the summary. */
const MANY_CAPTURES = 1_000;

async function* generateUrlSummaries(
  index: CaptureIndex,
  scope: CaptureScope,
  match: KeyMatch,
  firstBatch: number,
): AsyncGenerator<UrlSummary[]> {
  let open: UrlSummaryBuilder | undefined;
  let after: ReplayPosition | undefined;
  for (let more = true; more; ) {
    more = false;
    for await (const batch of scanCaptures(
      { index, scope, direction: 'forward', firstBatch },
      match,
      after,
    )) {
      const done: UrlSummary[] = [];
      for (const capture of batch) {
        if (open?.urlkey !== capture.urlkey) {
          if (open) done.push(open.summary());
          open = new UrlSummaryBuilder(capture.urlkey);
        }
        open.add(capture);
      }
      if (done.length > 0) yield done;
      if (open && open.captures > MANY_CAPTURES) {
        const { urlkey } = open;
        const summary = await index.summary(scope, urlkey);
        if (summary) yield [summary];
        open = undefined;
        after = makeLastPosition(urlkey);
        more = true;
        break;
      }
    }
  }
  if (open) yield [open.summary()];
}

/** Returns a position after all captures of a key. */
function makeLastPosition(urlkey: string): ReplayPosition {
  return { urlkey, collectionMs: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
}

class UrlSummaryBuilder {
  readonly urlkey: string;
  #url: string | undefined;
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;
  readonly #versions = new Set<string>();
  captures = 0;

  constructor(urlkey: string) {
    this.urlkey = urlkey;
  }

  add({ url, collectionMs, sha1 }: Capture): void {
    if (this.#url === undefined || compareKeys(url, this.#url) < 0) this.#url = url;
    this.#firstMs = Math.min(this.#firstMs, collectionMs);
    this.#lastMs = Math.max(this.#lastMs, collectionMs);
    this.#versions.add(sha1);
    this.captures += 1;
  }

  summary(): UrlSummary {
    return {
      urlkey: this.urlkey,
      url: this.#url!,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      captures: this.captures,
      versions: this.#versions.size,
    };
  }
}
