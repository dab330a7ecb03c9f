// Keeps the search for part of a URL up to date: stores the distinct URLs of new segments, outside the transactions of
// imports.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { UrlSearchMode } from '../../domain/search/url-search-mode.ts';
import type { IndexSchema } from '../../index/schema.ts';
import {
  addSegmentUrls,
  clearUrlSearch,
  completeUrlSearch,
  createTrigramExtension,
  isUrlSearchDue,
  isUrlSearchSeeded,
  listQueuedSegments,
  mergePendingTrigrams,
  recordUrlSearchFailure,
  seedUrlSearch,
} from '../../index/search/fill.db.ts';
import { deleteNextStaleUrls } from '../../index/search/stale-urls.db.ts';

export interface UrlSearchDeps {
  readonly database: Pick<Database<IndexSchema>, 'kysely' | 'pool'>;
  readonly log: Log;
}

/** Lock of the replica that fills the tables. */
const URL_SEARCH_LOCK = 'url search';

/** Number of segments between two merges of the trigram index's pending list. */
const SEGMENTS_PER_ROUND = 20;

/** Number of URLs that the daily walk checks at once. A larger number would delay the URLs of new imports. */
const WALKED_PER_ROUND = 2_000;

/** Fills the tables every `everyMs` until the signal aborts. Never rejects. */
export async function fillUrlSearchContinuously(
  deps: UrlSearchDeps,
  { mode, everyMs }: { readonly mode: UrlSearchMode; readonly everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    try {
      await fillUrlSearch(deps, mode, signal);
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted)
        deps.log.warn({ err: error }, 'the tables of the search for part of a URL could not be updated');
      failing = true;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Stores the URLs of all queued segments, and checks some stored URLs if a walk is due. Does nothing if another replica
 * is at work.
 */
export async function fillUrlSearch(
  deps: UrlSearchDeps,
  mode: UrlSearchMode,
  signal?: AbortSignal,
): Promise<void> {
  const { kysely, pool } = deps.database;
  if (!(await isUrlSearchDue(kysely, mode))) return;
  await withAdvisoryLock(pool, URL_SEARCH_LOCK, (held) => updateUrlSearch(deps, mode, held), {
    wait: false,
    ...(signal && { signal }),
  });
}

async function updateUrlSearch(
  { database, log }: UrlSearchDeps,
  mode: UrlSearchMode,
  held: AbortSignal,
): Promise<void> {
  const db = database.kysely;
  if (mode === 'off') return clearUrlSearch(db);
  if (!(await isUrlSearchSeeded(db, mode))) {
    const failure = await createTrigramExtension(db);
    if (failure !== undefined) {
      log.warn({ failure }, 'the search for part of a URL is unavailable');
      await recordUrlSearchFailure(db, mode, failure);
      return;
    }
    await seedUrlSearch(db, mode);
  }
  while (!held.aborted) {
    const segments = await listQueuedSegments(db, SEGMENTS_PER_ROUND);
    if (segments.length === 0) {
      await completeUrlSearch(db);
      return deleteNextStaleUrls(db, WALKED_PER_ROUND);
    }
    for (const segment of segments) {
      if (held.aborted) return;
      await addSegmentUrls(db, segment, mode);
    }
    await mergePendingTrigrams(db);
  }
}
