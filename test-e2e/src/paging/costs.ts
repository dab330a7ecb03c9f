// Computes the cost of a page from several passes through a listing, separately for the first pages, the last pages,
// and the pages within a single URL.
import type { PagingOutcome } from './paging.ts';
import type { TimedPage } from './walk.ts';

export interface PagingCosts {
  name: string;
  pages: number;
  firstMs: number;
  lastMs: number;
  /** Cost of pages within a URL that has more versions than fit on a page; undefined if there is no such URL. */
  busyMs: number | undefined;
}

/**
 * Maximum number of first pages, and of last pages, that each pass contributes to a median. The first and the last
 * pages never overlap.
 */
const ofEach = 10;

export function computeCosts({ name, pages, busy }: PagingOutcome, limit: number): PagingCosts {
  const full = pages.map((walk) => walk.filter(({ items }) => items === limit));
  const some = Math.min(ofEach, Math.floor(full[0]!.length / 3));
  // Excludes the first page, because its request also counts all artifacts.
  const first = full.flatMap((walk) => walk.slice(1, 1 + some));
  const last = full.flatMap((walk) => walk.slice(-some));
  const inside = pages.flatMap((walk) =>
    walk.filter((page, at) => page.last === busy && walk[at - 1]?.last === busy),
  );
  return {
    name,
    pages: pages[0]!.length,
    firstMs: median(first),
    lastMs: median(last),
    busyMs: inside.length > 0 ? median(inside) : undefined,
  };
}

function median(pages: readonly TimedPage[]): number {
  const sorted = pages.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
