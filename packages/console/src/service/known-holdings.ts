// Figures about the content of AUs, from the repository service. They are requested in batches for the visible rows and
// cached. Rendering does not wait for them.
import { signal } from '@preact/signals';
import { type AuHoldings, sumAuHoldings } from './au-holdings.ts';
import { canCall, repository } from './clients.ts';

/**
 * Figures of an AU. `undefined`: not loaded yet; `null`: the AU has no content; `away`: the repository service is
 * unavailable.
 */
export type KnownHoldings = AuHoldings | null | 'away' | undefined;

/** Number of AUs per request. The service accepts up to 500. */
const MAX_AT_ONCE = 200;
const MAX_REMEMBERED = 2_000;

/** Interval at which displayed figures are requested again, because imports and cleanups change them. */
export const HOLDINGS_INTERVAL_MS = 30_000;

const known = signal<ReadonlyMap<string, Exclude<KnownHoldings, undefined>>>(new Map());

/** Returns whether the repository service is available and the user may request the figures. */
export const canRequestHoldings = (): boolean => canCall('repository', 'summarizeAus');

/** Returns the cached figures. Call this during rendering, so that the component renders again when figures arrive. */
export const getHoldings = (auid: string): KnownHoldings => known.value.get(auid);

/**
 * Requests figures and updates the cache. Never rejects. If the request fails, cached figures stay, and missing figures
 * become `away`.
 */
export async function requestHoldings(auids: readonly string[], signal?: AbortSignal): Promise<void> {
  for (let from = 0; from < auids.length; from += MAX_AT_ONCE) {
    const body = auids.slice(from, from + MAX_AT_ONCE);
    try {
      const input = { allNamespaces: true, body };
      const found = await repository.summarizeAus(input, { ...(signal && { signal }) });
      const byAuid = Map.groupBy(found, ({ auid }) => auid);
      cacheHoldings(body.map((auid) => [auid, sumAuHoldings(byAuid.get(auid) ?? [])]));
    } catch {
      if (signal?.aborted) return;
      cacheHoldings(body.filter(isUnknown).map((auid) => [auid, 'away']));
    }
  }
}

const isUnknown = (auid: string): boolean => known.peek().get(auid) === undefined;

function cacheHoldings(news: readonly (readonly [string, Exclude<KnownHoldings, undefined>])[]): void {
  const all = new Map(known.peek());
  for (const [auid, held] of news) {
    all.delete(auid);
    all.set(auid, held);
  }
  for (const auid of all.keys()) {
    if (all.size <= MAX_REMEMBERED) break;
    all.delete(auid);
  }
  known.value = all;
}
