// Pages of a CDX query: equal shares of the captures selected by URL, match type and times. Filters and collapsing
// apply within a page and do not change the number of pages.

import type { Capture } from '../../../domain/replay/capture.ts';
import type { CaptureIndex, CaptureScope, KeyMatch } from '../../../domain/replay/capture-index.ts';
import { makeBadParameterError } from '../../errors.ts';
import { type CaptureScan, scanCaptures } from './capture-scan.ts';

export interface CdxPage {
  /** Starts at 0. */
  readonly number: number;
  /** Number of captures in a page. */
  readonly size: number;
}

export interface PageCount {
  readonly pages: number;
  readonly pageSize: number;
  readonly captures: number;
}

export async function countPages(
  index: CaptureIndex,
  { scope, match }: { scope: CaptureScope; match: KeyMatch },
  { size }: CdxPage,
): Promise<PageCount> {
  const captures = await index.count(scope, match);
  return { pages: Math.ceil(captures / size), pageSize: size, captures };
}

/**
 * Yields the captures of a page. Throws 400 if the page does not exist. If the query has no captures, the first page
 * exists and is empty.
 */
export async function* scanPage(
  scan: CaptureScan,
  match: KeyMatch,
  page: CdxPage,
): AsyncGenerator<Capture[]> {
  const after =
    page.number === 0 ? undefined : await findPageEnd(scan, match, { ...page, number: page.number - 1 });
  let left = page.size;
  for await (const batch of scanCaptures(scan, match, after)) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
  if (page.number > 0 && left === page.size) throw makeNoSuchPageError(page);
}

async function findPageEnd(
  { index, scope, direction }: CaptureScan,
  match: KeyMatch,
  { number, size }: CdxPage,
) {
  const before = (number + 1) * size - 1;
  const last = Number.isSafeInteger(before)
    ? await index.positionAt(scope, match, { before, direction })
    : undefined;
  if (!last) throw makeNoSuchPageError({ number: number + 1 });
  return last;
}

function makeNoSuchPageError({ number }: Pick<CdxPage, 'number'>) {
  return makeBadParameterError(
    `There is no page ${number}. Pages count from 0; showNumPages returns how many there are.`,
  );
}
