// Pages of listings by prepared statements, in one round trip, their rows as bytes: undefined where that cannot be, which
// leaves the page to the queries that can list all there is. Each value comes out of a subquery, so that one plan serves
// them all, which uses the index in its own order.
import { type ConnectionSource, int32, int64, preparedRaw, type RawRows, RowLayout } from '@holdfast/pg-kit';
import { compareKeys, headOf, isLong } from '../domain/keys/key-spans.ts';
import type { KnownNames } from './known-names.ts';
import type { ListedArtifact, Listing, ListingPage, ListingPosition } from './listing.ts';
import { inOrder, isShort, sharing, shown } from './listing-order.ts';
import { type ListedSegment, listedLayout, place, RawArtifact } from './raw-artifact.ts';
import { prefixEnd, urlOrder } from './url-order.ts';

/** As Listing, by names that the statements look up. */
export interface NamedListing extends Omit<Listing, 'scope'> {
  readonly namespace: string;
  /** SHA-256 of the AUID; undefined: all AUs. */
  readonly auidSha256: Buffer | undefined;
}

export interface ListingSource {
  readonly pool: ConnectionSource;
  /** Of the pool that this is, or a share of. */
  readonly names: KnownNames;
}

/** As `listArtifacts`; nothing where there is no such AU or namespace. */
export async function quickListing(
  source: ListingSource,
  listing: NamedListing,
  { after, limit }: ListingPage,
): Promise<readonly ListedArtifact[] | undefined> {
  const range = rangeOf(listing, after);
  if (!range || listing.url !== undefined || typeof listing.version === 'number') return undefined;
  const next = listing.auidSha256 === undefined ? batchOfNamespace : batchOfAu;
  let found: readonly ListedArtifact[] = [];
  let cursor: Cursor = { ...range, after };
  for (let size = limit; ; ) {
    const batch = await next(source, listing, cursor, size);
    if (!batch) return undefined;
    const { rows, isLast } = batch;
    const listed = shown(listing, rows);
    found = found.length === 0 ? listed : [...found, ...listed];
    if (isLast || found.length >= limit) return found.length > limit ? found.slice(0, limit) : found;
    cursor = { ...range, from: behind(urlOrder(rows.at(-1)!.url)), after: undefined };
    // As many rows for each that is shown as there were until now.
    const rowsOfShown = Math.ceil(rows.length / listed.length);
    size = Math.min((limit - found.length + 1) * rowsOfShown, Math.max(limit, MOST_ROWS));
  }
}

const MOST_ROWS = 2_000;

/** Heads from the one on, and below the other. */
interface Range {
  readonly from: string;
  readonly below: string;
}

interface Cursor extends Range {
  /** What else there is of its URL comes before the range. */
  readonly after: ListingPosition | undefined;
}

/** Undefined where it begins or ends within what begins with one head. */
function rangeOf(
  { urlPrefix = '' }: Pick<Listing, 'urlPrefix'>,
  after: ListingPosition | undefined,
): Range | undefined {
  const prefix = urlOrder(urlPrefix);
  const key = after ? urlOrder(after.url) : prefix;
  const below = (prefix === '' ? undefined : prefixEnd(prefix)) ?? NO_HEAD;
  if (isLong(key) || (below !== NO_HEAD && isLong(below))) return undefined;
  return { from: after ? behind(key) : key, below };
}

/** Above every head. */
const NO_HEAD = '\u{10ffff}'.repeat(501);

/** The lowest text above the key's head: none in the database has U+0000. */
function behind(key: string): string {
  return `${headOf(key)}\x01`;
}

/** Rows in order, with every version and AU that there is of each URL but the last. */
interface Batch {
  readonly rows: readonly RawArtifact[];
  readonly isLast: boolean;
}

type AskForBatch = (
  source: ListingSource,
  listing: NamedListing,
  cursor: Cursor,
  size: number,
) => Promise<Batch | undefined>;

const batchOfAu: AskForBatch = async (source, listing, { from, below, after }, size) => {
  const { namespace, auidSha256, version, includeUncommitted } = listing;
  const rest = after && version !== 'latest' ? [urlOrder(after.url), after.version] : [null, null];
  const values = [namespace, auidSha256, ...rest, from, below, includeUncommitted, size];
  const rows = await artifactsOf(source, await rowsOfAu(source.pool, values));
  if (!rows) return undefined;
  const isLast = rows.length < size;
  // What else has the last row's head may not be among the rows.
  if (!isLast && !isShort(rows.at(-1)!) && isLong(urlOrder(rows.at(-1)!.url))) return undefined;
  return { rows: rows.every(isShort) ? rows : inOrder(rows, sharing(OF_HEADS)), isLast };
};

const batchOfNamespace: AskForBatch = async (source, listing, { from, below, after }, size) => {
  const { namespace, includeUncommitted } = listing;
  const values = [namespace, after ? urlOrder(after.url) : null, from, below, includeUncommitted, size];
  const rows = await artifactsOf(source, await rowsOfNamespace(source.pool, values));
  if (!rows) return undefined;
  const firstOfRange = after ? rows.findIndex(({ url }) => url !== after.url) : 0;
  const restEnd = firstOfRange < 0 ? rows.length : firstOfRange;
  const count = rows.length - restEnd;
  if (restEnd > MAX_TIED || count >= size + MAX_TIED) return undefined;
  const isBehind = (row: ListedArtifact) => after === undefined || isBehindInUrl(listing, row, after);
  const ordered = inOrder(rows, sharing(OF_HEADS));
  return {
    rows: restEnd === 0 ? ordered : ordered.filter((row, at) => at >= restEnd || isBehind(row)),
    isLast: count < size,
  };
};

function isBehindInUrl({ version }: NamedListing, row: ListedArtifact, after: ListingPosition): boolean {
  const order = compareKeys(row.auid, after.auid);
  return order > 0 || (order === 0 && version !== 'latest' && row.version < after.version);
}

const OF_HEADS = { prefix: Buffer.alloc(0), from: undefined, to: undefined };

/** Undefined when a segment that is not known was taken away in the meantime, as what was in it moved. */
async function artifactsOf(
  { pool, names }: ListingSource,
  { bytes, starts }: RawRows,
): Promise<RawArtifact[] | undefined> {
  const segments = new Map<number, ListedSegment>();
  const unknown = new Set<number>();
  for (const start of starts) {
    const id = segmentOf(bytes, start);
    if (segments.has(id) || unknown.has(id)) continue;
    const au = names.aus.of(int32(bytes, start + place.au_id));
    const key = names.segments.of(id);
    if (au === undefined || key === undefined) unknown.add(id);
    else segments.set(id, { auid: au.auid, key });
  }
  if (unknown.size > 0) learn(names, await namedSegments(pool, [[...unknown]]), segments);
  for (const id of unknown) if (!segments.has(id)) return undefined;
  return starts.map((start) => new RawArtifact(bytes, start, segments.get(segmentOf(bytes, start))!));
}

function segmentOf(bytes: Buffer, start: number): number {
  return int64(bytes, start + place.segment_id);
}

function learn(names: KnownNames, { bytes, starts }: RawRows, segments: Map<number, ListedSegment>): void {
  for (const start of starts) {
    const { id, key, au_id, namespace, auid } = segmentLayout.read(bytes, start);
    names.segments.learn(id, key);
    names.aus.learn(au_id, { namespace, auid });
    segments.set(id, { auid, key });
  }
}

/** What more than these of a namespace share a head is left to queries that order them. */
const MAX_TIED = 100;

const visible = '(committed or asked.uncommitted)';

// The index has what is shorter than a head in the very order of listings.
const rowsOfAu = preparedRaw(
  'listed_of_au',
  `
    select found.* from (
      select (
        select id from au
        where namespace_id = (select id from namespace where name = $1::text) and auid_sha256 = $2::bytea
      ) as au_id, $3::text as rest_head, $4::integer as rest_below, $5::text as from_head, $6::text as below_head,
        $7::boolean as uncommitted, $8::integer as max offset 0
    ) asked
    cross join lateral (
      select * from (
        (
          select ${listedLayout.select} from artifact
          where au_id = asked.au_id and url_head(url) = asked.rest_head and url_tail(url) = ''
            and version < asked.rest_below and ${visible}
          order by version desc limit asked.max
        )
        union all
        (
          select ${listedLayout.select} from artifact
          where au_id = asked.au_id and url_head(url) >= asked.from_head and url_head(url) < asked.below_head
            and ${visible}
          order by url_head(url), url_tail(url), version desc limit asked.max
        )
      ) listed limit asked.max
    ) found`,
);

const rowsOfNamespace = preparedRaw(
  'listed_of_namespace',
  `
    select found.* from (
      select (select id from namespace where name = $1::text) as namespace_id, $2::text as rest_head,
        $3::text as from_head, $4::text as below_head, $5::boolean as uncommitted, $6::integer as max offset 0
    ) asked
    cross join lateral (
      (
        select ${listedLayout.select} from artifact
        where namespace_id = asked.namespace_id and url_head(url) = asked.rest_head and ${visible}
        limit ${MAX_TIED + 1}
      )
      union all
      (
        select ${listedLayout.select} from (
          select ${listedLayout.select} from artifact
          where namespace_id = asked.namespace_id and url_head(url) >= asked.from_head
            and url_head(url) < asked.below_head and ${visible}
          order by url_head(url) fetch first (asked.max) rows with ties
        ) tied limit asked.max + ${MAX_TIED}
      )
    ) found`,
);

const segmentLayout = new RowLayout({
  id: ['bigint', 'segment.id'],
  key: ['text', 'segment.key'],
  au_id: ['integer', 'au.id'],
  namespace: ['text', 'namespace.name'],
  auid: ['text', 'au.auid'],
});

const namedSegments = preparedRaw(
  'named_segments',
  `select ${segmentLayout.select}
  from segment join au on au.id = segment.au_id join namespace on namespace.id = au.namespace_id
  where segment.id = any((select $1::bigint[])::bigint[])`,
);
