// Reads listing rows by URL prefix (the first 500 characters), with prepared statements. Each connection plans them
// once. All values come from a subquery, so the plan does not depend on them and always scans the index in order.
import {
  type ConnectionSource,
  prepareRawStatement,
  type RawRows,
  type RawStatement,
  RowLayout,
  readInt32,
  readInt64,
} from '@holdfast/pg-kit';
import { compareKeys, type KeyPrefixRange } from '../domain/keys/key-prefix-ranges.ts';
import type { ArtifactListing, ListingPosition, ListingRow } from './listing.ts';
import type { NameCache } from './name-cache.ts';
import { columnOffsets, type ListedSegment, listedLayout, RawArtifact } from './raw-artifact.ts';

export interface PreparedSource {
  readonly pool: ConnectionSource;
  /** Names of the pool's AUs and segments. All shares of a pool use the same cache. */
  readonly names: NameCache;
}

/** Upper bound of all URL prefixes. */
const NO_HEAD = '\u{10ffff}'.repeat(501);

/**
 * Returns up to `limit` artifacts in listing order, except that long URLs with the same prefix are in any order. The
 * URL in `after` must have fewer than 500 characters. The remaining artifacts of that URL come first, even if the range
 * does not contain the URL.
 */
export async function readRowsByHead(
  source: PreparedSource,
  listing: ArtifactListing,
  { from, to }: KeyPrefixRange,
  after: ListingPosition | undefined,
  limit: number,
): Promise<readonly RawArtifact[]> {
  const { namespace, auid, version, includeUncommitted } = listing;
  const hasEarlier = after !== undefined && version !== 'latest';
  const isInUrl = after !== undefined && auid === undefined;
  const values = [
    ...[namespace, auid ?? after?.auid ?? null, after?.url ?? null, hasEarlier ? after.version : null],
    from ? makeBoundary(from.part, !from.inclusive && !isInUrl) : '',
    to ? makeBoundary(to.part, to.inclusive) : NO_HEAD,
    ...[includeUncommitted, typeof version === 'number' ? version : null, limit],
  ];
  if (auid !== undefined) return readListedArtifacts(source, listedOfAu, values);
  const rows = await readListedArtifacts(source, listedOfNamespace, values);
  const isCut = rows.length === limit + MAX_TIED && haveSameUrl(rows[limit - 1]!, rows.at(-1)!);
  return isCut ? readListedArtifacts(source, orderedOfNamespace, values) : orderTies(rows).slice(0, limit);
}

/**
 * Returns the URL prefix or, if `isAbove`, the lowest text above it. That text ends with U+0001, because texts in the
 * database never contain U+0000.
 */
function makeBoundary(head: Buffer, isAbove: boolean): string {
  return isAbove ? `${head}\x01` : head.toString();
}

/** Sorts the artifacts of each URL in place. */
function orderTies(rows: RawArtifact[]): RawArtifact[] {
  for (let start = 0, end = 1; start < rows.length; start = end, end += 1) {
    while (end < rows.length && haveSameUrl(rows[start]!, rows[end]!)) end += 1;
    if (end - start === 1) continue;
    const tied = rows.slice(start, end);
    tied.sort((a, b) => compareKeys(a.auid, b.auid) || b.version - a.version);
    rows.splice(start, tied.length, ...tied);
  }
  return rows;
}

export function haveSameUrl(a: ListingRow, b: ListingRow): boolean {
  if (a.urlBytes !== undefined && b.urlBytes !== undefined && a.urlBytes !== b.urlBytes) return false;
  return a.url === b.url;
}

async function readListedArtifacts(
  source: PreparedSource,
  statement: RawStatement,
  values: Parameters<RawStatement>[1],
): Promise<RawArtifact[]> {
  for (;;) {
    const rows = await statement(source.pool, values);
    const segments = await findListedSegments(source, rows);
    const { bytes, starts } = rows;
    if (segments)
      return starts.map((start) => new RawArtifact(bytes, start, segments.get(readSegmentId(bytes, start))!));
  }
}

/** Returns the segments of the rows. Returns undefined if compaction has removed one of the segments. */
async function findListedSegments(
  { pool, names }: PreparedSource,
  { bytes, starts }: RawRows,
): Promise<Map<number, ListedSegment> | undefined> {
  const segments = new Map<number, ListedSegment>();
  const unknown = new Set<number>();
  for (const start of starts) {
    const id = readSegmentId(bytes, start);
    if (segments.has(id) || unknown.has(id)) continue;
    const au = names.aus.of(readInt32(bytes, start + columnOffsets.au_id));
    const key = names.segments.of(id);
    if (au === undefined || key === undefined) unknown.add(id);
    else segments.set(id, { auid: au.auid, key });
  }
  if (unknown.size > 0) cacheSegments(names, await namedSegments(pool, [[...unknown]]), segments);
  for (const id of unknown) if (!segments.has(id)) return undefined;
  return segments;
}

function readSegmentId(bytes: Buffer, start: number): number {
  return readInt64(bytes, start + columnOffsets.segment_id);
}

function cacheSegments(
  names: NameCache,
  { bytes, starts }: RawRows,
  segments: Map<number, ListedSegment>,
): void {
  for (const start of starts) {
    const { id, key, au_id, namespace, auid } = segmentLayout.read(bytes, start);
    names.segments.learn(id, key);
    names.aus.learn(au_id, { namespace, auid });
    segments.set(id, { auid, key });
  }
}

const segmentLayout = new RowLayout({
  id: ['bigint', 'segment.id'],
  key: ['text', 'segment.key'],
  au_id: ['integer', 'au.id'],
  namespace: ['text', 'namespace.name'],
  auid: ['text', 'au.auid'],
});

const namedSegments = prepareRawStatement(
  'named_segments',
  `select ${segmentLayout.select}
  from segment join au on au.id = segment.au_id join namespace on namespace.id = au.namespace_id
  where segment.id = any((select $1::bigint[])::bigint[])`,
);

const buildRowsQuery = (table: string, conditions: string, order: string) => `
  select ${listedLayout.selectFrom('artifact')} from ${table}
  where ${conditions} and (committed or asked.uncommitted) and (asked.version is null or version = asked.version)
  order by ${order}`;

const inRange = 'url_head(url) >= asked.from_head and url_head(url) < asked.below_head';

// For URLs of fewer than 500 characters, the AU's index is exactly in listing order.
const earlierVersions = buildRowsQuery(
  'artifact',
  `au_id = asked.au_id and url_head(url) = url_head(asked.after_url) and url_tail(url) = '' and version < asked.below_version`,
  'version desc limit asked.max',
);

/** Prepares a statement that selects the other artifacts of the URL in `after`, then the artifacts of `rows`. */
const prepareListingStatement = (name: string, rows: string, max = 'asked.max') =>
  prepareRawStatement(
    name,
    `
    select ${listedLayout.selectFrom('found')} from (
      select (select id from namespace where name = $1::text) as namespace_id,
        (
          select au.id from au join namespace on namespace.id = au.namespace_id
          where name = $1::text and auid_sha256 = sha256(convert_to($2::text, 'UTF8'))
        ) as au_id, $2::text as auid, $3::text as after_url, $4::integer as below_version, $5::text as from_head,
        $6::text as below_head, $7::boolean as uncommitted, $8::integer as version, $9::integer as max offset 0
    ) asked
    cross join lateral (
      select * from ((${earlierVersions}) union all (${rows})) listed limit ${max}
    ) found`,
  );

const listedOfAu = prepareListingStatement(
  'listed_of_au',
  buildRowsQuery(
    'artifact',
    `au_id = asked.au_id and ${inRange}`,
    'url_head(url), url_tail(url), version desc limit asked.max',
  ),
);

const buildNamespaceCondition = (auid: string) =>
  `artifact.namespace_id = asked.namespace_id and ${inRange} and (url = asked.after_url and ${auid} <= asked.auid) is not true`;

/**
 * Maximum number of artifacts of a URL that this process sorts, which takes half as long as sorting in PostgreSQL. If a
 * URL has more artifacts, PostgreSQL sorts them.
 */
const MAX_TIED = 100;

// A namespace's index contains only URL prefixes, so rows with the same prefix are unordered.
const listedOfNamespace = prepareListingStatement(
  'listed_of_namespace',
  buildRowsQuery(
    'artifact',
    buildNamespaceCondition('(select auid from au where au.id = au_id)'),
    'url_head(url) fetch first (asked.max) rows with ties',
  ),
  `asked.max + ${MAX_TIED}`,
);

const orderedOfNamespace = prepareListingStatement(
  'listed_of_namespace_ordered',
  buildRowsQuery(
    'artifact join au on au.id = artifact.au_id',
    buildNamespaceCondition('au.auid'),
    'url_head(url), au.auid, version desc limit asked.max',
  ),
);
