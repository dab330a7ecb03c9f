// Names of AUs from the configuration service. Names are requested in batches for the visible rows and cached for a
// while. The AUID is displayed until the name arrives.
import { signal } from '@preact/signals';
import { canCall, configuration } from '../../service/clients.ts';
import { buildNameQueries } from './name-queries.ts';

/** Time for which AUIDs are collected into one request, in milliseconds. */
const TOGETHER_MS = 30;
/** Minimum time between two requests for the same name, in milliseconds. Names may change. */
const AGAIN_AFTER_MS = 10_000;
const MAX_REMEMBERED = 2_000;

const names = signal<ReadonlyMap<string, string>>(new Map());
const askedMs = new Map<string, number>();
const wanted = new Set<string>();

/**
 * Returns the name of an AU. Returns undefined if the AU has no name or the name is not loaded yet. Call this during
 * rendering, so that the component renders again when the name arrives.
 */
export const getAuName = (auid: string): string | undefined => names.value.get(auid);

/** Requests the name of an AU. Call this when the AU is first rendered. */
export function requestAuName(auid: string): void {
  const lastMs = askedMs.get(auid);
  if (lastMs !== undefined && performance.now() - lastMs < AGAIN_AFTER_MS) return;
  if (!canCall('configuration', 'queryAus')) return;
  if (wanted.size === 0) setTimeout(requestWantedNames, TOGETHER_MS);
  wanted.add(auid);
  cacheEntry(askedMs, auid, performance.now());
}

/** Requests the names of these AUs, unless they are cached. Resolves when the names have arrived. */
export async function loadAuNames(auids: readonly string[]): Promise<void> {
  if (!canCall('configuration', 'queryAus')) return;
  const unknown = [...new Set(auids)].filter((auid) => !names.peek().has(auid));
  await Promise.all(buildNameQueries(unknown).map(queryNames));
}

function requestWantedNames(): void {
  const auids = [...wanted];
  wanted.clear();
  for (const query of buildNameQueries(auids)) void queryNames(query).catch(() => undefined);
}

/** Queries both the title database and the configured AUs, because an AU may be in only one of them. */
async function queryNames(query: string): Promise<void> {
  const [titles, configured] = await Promise.all([
    configuration.queryTdbAus({ tdbAuQuery: query }),
    configuration.queryAus({ auQuery: query }),
  ]);
  const all = new Map(names.peek());
  for (const { auId, name } of [...titles, ...configured])
    if (auId !== undefined && name !== undefined && name !== '') cacheEntry(all, auId, name);
  names.value = all;
}

/** Adds an entry to the cache. If the cache is full, removes the oldest entry. */
function cacheEntry<T>(known: Map<string, T>, auid: string, what: T): void {
  known.delete(auid);
  known.set(auid, what);
  const [first] = known.keys();
  if (known.size > MAX_REMEMBERED) known.delete(first!);
}
