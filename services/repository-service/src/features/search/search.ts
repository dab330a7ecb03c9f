// Searches a namespace for captures and AUs: by UUID, digest, AUID, or part of a URL.
import type { ContentSearchResult } from '@holdfast/api-types';
import type { Executor } from '@holdfast/pg-kit';
import { makeUrlkey } from '@holdfast/surt';
import { parseContentQuery, parseUrlPart } from '../../domain/search/parse-query.ts';
import type { UrlSearchMode } from '../../domain/search/url-search-mode.ts';
import { findAu } from '../../index/aus/au.db.ts';
import { findNamespace } from '../../index/aus/aus.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { listArtifactsByDigest } from '../../index/search/by-digest.db.ts';
import { readUrlSearchBacklog } from '../../index/search/fill.db.ts';
import { type FoundUrls, findUrlsByPart, findUrlsByStart } from '../../index/search/found-urls.db.ts';
import { findLatestCaptures, readSearchHits, type SearchHit } from '../../index/search/hits.db.ts';
import { deleteStaleUrls } from '../../index/search/stale-urls.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';

export interface SearchDeps {
  readonly db: Executor<IndexSchema>;
  readonly urlSearch: UrlSearchMode;
}

export interface SearchRequest {
  /** Trimmed, not empty. */
  readonly text: string;
  readonly namespace: string;
  readonly limit: number;
}

/** Time limit of a search for part of a URL. */
const TIMEOUT_MS = 2_000;
/** Number of URLs to find per result. Some URLs have no committed capture, or no artifact any more. */
const SPARE = 3;
/** Maximum number of attempts to fill the results. Each attempt deletes URLs that no artifact has. */
const MAX_ATTEMPTS = 3;

interface SearchOutcome {
  readonly kind: ContentSearchResult['query']['kind'];
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
  readonly tooMany?: boolean;
  readonly auid?: string;
  /**
   * Whether URLs were searched for the text at any position (`part`) or only at their start (`start`). Undefined if
   * URLs were not searched.
   */
  readonly match?: 'part' | 'start';
}

export async function searchContent(deps: SearchDeps, request: SearchRequest): Promise<ContentSearchResult> {
  const { text, namespace } = request;
  const urls = await describeUrlSearch(deps);
  const namespaceId = await findNamespace(deps.db, namespace);
  const found: SearchOutcome =
    namespaceId === undefined
      ? { kind: parseContentQuery(text).kind, hits: [], more: false }
      : ((await findExactly(deps, namespaceId, request)) ??
        (await findByUrl(deps, namespaceId, request, urls.state === 'ready' || urls.state === 'filling')));
  return {
    query: { kind: found.kind, text },
    captures: found.hits.map((hit) => toHitWire(namespace, hit)),
    more: found.more,
    ...(found.tooMany && { tooMany: true }),
    aus: found.auid === undefined ? [] : [{ namespace, auid: found.auid }],
    urls: { ...urls, ...(found.match && { match: found.match }) },
  };
}

async function describeUrlSearch({ db, urlSearch: mode }: SearchDeps): Promise<ContentSearchResult['urls']> {
  if (mode === 'off') return { mode, state: 'off' };
  const { state, failure, queued, delaySeconds } = await readUrlSearchBacklog(db, mode);
  return {
    mode,
    state,
    queued,
    delaySeconds: Math.round(delaySeconds),
    ...(failure !== undefined && { reason: failure }),
  };
}

/** Searches for a UUID, a digest or an AUID. Returns undefined if the text is none of these, or if nothing matches. */
async function findExactly(
  { db }: SearchDeps,
  namespaceId: number,
  { text, namespace, limit }: SearchRequest,
): Promise<SearchOutcome | undefined> {
  const query = parseContentQuery(text);
  if (query.kind === 'url') return undefined;
  if (query.kind === 'auid') {
    const au = await findAu(db, { namespace, hash: hashAuid(query.auid) });
    return au && au.artifactCount > 0
      ? { kind: query.kind, hits: [], more: false, auid: query.auid }
      : undefined;
  }
  const ids =
    query.kind === 'uuid'
      ? [query.uuid]
      : (
          await listArtifactsByDigest(
            db,
            { namespace, digest: query.digest, version: 'all' },
            { after: undefined, limit: limit + 1 },
          )
        ).map(({ id }) => id);
  const hits = await readSearchHits(db, namespaceId, ids.slice(0, limit));
  return hits.length === 0 ? undefined : { kind: query.kind, hits, more: ids.length > limit };
}

/**
 * Searches for part of a URL. `hasTables`: whether the tables for this search are usable. If the text has a scheme,
 * searches by the start of URLs first, because a search for a long part may take hundreds of milliseconds. If nothing
 * is found, searches by the start as well, because the tables may lack URLs that are not pages.
 */
async function findByUrl(
  deps: SearchDeps,
  namespaceId: number,
  request: SearchRequest,
  hasTables: boolean,
): Promise<SearchOutcome> {
  const { parts, hasScheme } = parseUrlPart(request.text);
  if (!hasTables || parts.length === 0) return findByMatch(deps, namespaceId, request, 'start');
  if (hasScheme) {
    const found = await findByMatch(deps, namespaceId, request, 'start');
    if (found.hits.length > 0) return found;
  }
  const found = await findByMatch(deps, namespaceId, request, 'part');
  if (found.hits.length > 0 || found.tooMany === true || hasScheme) return found;
  return { ...(await findByMatch(deps, namespaceId, request, 'start')), match: 'part' };
}

async function findByMatch(
  { db }: SearchDeps,
  namespaceId: number,
  { text, limit }: SearchRequest,
  match: 'part' | 'start',
): Promise<SearchOutcome> {
  const { parts, starts } = parseUrlPart(text);
  const limits = { limit: SPARE * limit, timeoutMs: TIMEOUT_MS };
  for (let attempt = 1; ; attempt++) {
    const found: FoundUrls | undefined =
      match === 'part'
        ? await findUrlsByPart(db, { namespaceId, parts, starts }, limits)
        : await findUrlsByStart(db, { namespaceId, starts }, limits);
    if (found === undefined) return { kind: 'url', hits: [], more: true, tooMany: true, match };
    const urls = found.urls.map((one) => ({ ...one, urlkey: makeUrlkey(one.url) }));
    const latest = await findLatestCaptures(db, namespaceId, urls);
    const without = urls.filter(({ hash }) => !latest.has(hash)).map(({ hash }) => hash);
    // If the deletion fails, for example because a disk is full, the next search tries again.
    if (match === 'part') await deleteStaleUrls(db, namespaceId, without).catch(() => undefined);
    const isShort = latest.size < limit && found.more && without.length > 0;
    if (match === 'part' && isShort && attempt < MAX_ATTEMPTS) continue;
    const ids = urls.flatMap(({ hash }) => latest.get(hash) ?? []);
    const hits = await readSearchHits(db, namespaceId, ids.slice(0, limit));
    return { kind: 'url', hits, more: found.more || ids.length > limit, match };
  }
}

function toHitWire(namespace: string, hit: SearchHit): ContentSearchResult['captures'][number] {
  return {
    namespace,
    uuid: hit.id,
    auid: hit.auid,
    uri: hit.url,
    version: hit.version,
    collectionDate: hit.collectionMs,
    ...(hit.httpStatus !== null && { httpStatus: hit.httpStatus }),
    ...(hit.mime !== null && { mediaType: hit.mime }),
    contentLength: hit.contentLength,
    captures: hit.captures,
    ...(hit.damage !== null && { damaged: hit.damage }),
  };
}
