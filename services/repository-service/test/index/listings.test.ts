// Listings of URLs that are hard to sort, compared page by page with a brute-force computation.

import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportEntry } from '../../src/domain/record/entry.ts';
import type { ArtifactListing, ListingPosition } from '../../src/index/listing.ts';
import { countArtifacts, listArtifacts } from '../../src/index/listings.db.ts';
import { openNameCache } from '../../src/index/name-cache.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { findPrefixEnd, toUrlOrder } from '../../src/index/url-order.ts';
import { recordSegment } from '../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../src/ingest/storing/segment.ts';
import { makeEntry, openIndexDatabase } from '../index-database.ts';
import { watchDatabase } from '../watched-database.ts';

const long = `http://a/${'é'.repeat(600)}`;
const urls = [
  ...['u2', 'u2/b', 'u2,a', 'u2\x01', 'u2\x02x', 'u2\x02', 'u2!', 'u2/', 'u', 'u2/b/c', 'u2b'],
  ...[
    '\u{10ffff}',
    '\u{10ffff}/a',
    '\ud7ff',
    '\ue000',
    'é',
    'e',
    ' ',
    '%2F',
    "it's",
    '"quoted"',
    'back\\slash',
  ],
  ...[`${long}b`, `${long}a`, `${long}/`, `${long}a/x`, long, `${long}\x01`],
];

interface Stored {
  auid: string;
  entry: ImportEntry;
  version: number;
}

let database: Database<IndexSchema>;
const stored: Stored[] = [];

beforeAll(async () => {
  database = await openIndexDatabase();
  for (const auid of ['au b', 'au a/x', 'au a']) {
    const target = await openImportTarget(database.kysely, { namespace: 'default', auid });
    const entries = [...urls, ...urls.slice(3), ...urls.slice(0, 9)].map((url, i) =>
      makeEntry(url, `${auid} ${i}`, { committed: i % 5 !== 4 }),
    );
    const segment = { key: `test/${auid}`, sizeBytes: 1 };
    const { outcomes } = await recordSegment(database.kysely, { ...target, storeMs: 1, segment, entries });
    outcomes.forEach((outcome, i) => {
      if (outcome.outcome !== 'stored') throw new Error('every entry is meant to be stored');
      stored.push({ auid, entry: entries[i]!, version: outcome.artifact.version });
    });
  }
});

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Compares by code points, with `/` before every other character. Shares no code with the service. */
function inListingOrder(a: string, b: string): number {
  const [as, bs] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(as.length, bs.length); i++) {
    const [x, y] = [as[i]!, bs[i]!];
    if (x === y) continue;
    if (x === '/' || y === '/') return x === '/' ? -1 : 1;
    return x.codePointAt(0)! - y.codePointAt(0)!;
  }
  return as.length - bs.length;
}

function expected(listing: ArtifactListing): string[] {
  const { auid: only, url, urlPrefix, version, includeUncommitted } = listing;
  const visible = stored
    .filter(({ auid }) => only === undefined || auid === only)
    .filter(({ entry: { committed } }) => committed || includeUncommitted)
    .filter(({ entry: one }) => url === undefined || one.record.url === url)
    .filter(({ entry: one }) => urlPrefix === undefined || one.record.url.startsWith(urlPrefix))
    .filter((one) => typeof version !== 'number' || one.version === version)
    .sort(
      (a, b) =>
        inListingOrder(a.entry.record.url, b.entry.record.url) ||
        bytes(a.auid, b.auid) ||
        b.version - a.version,
    );
  const seen = new Set<string>();
  const listed = visible.filter(({ entry: one, auid }) => {
    const key = `${auid} ${one.record.url}`;
    return version !== 'latest' || (!seen.has(key) && seen.add(key));
  });
  return listed.map(({ entry: { id } }) => id);
}

const source = () => ({
  pool: database.pool,
  kysely: database.kysely,
  names: openNameCache(database.pool),
});

async function paged(listing: ArtifactListing, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: ListingPosition | undefined;
  for (;;) {
    const page = await listArtifacts(source(), listing, { after, limit });
    ids.push(...page.map(({ id }) => id));
    if (page.length < limit) return ids;
    const { url, auid, version } = page.at(-1)!;
    after = { url, auid, version };
  }
}

describe('listings', () => {
  const filters = [
    {},
    ...['u2', 'u2/', '', long, `${long}a`, '\u{10ffff}', 'nothing'].map((urlPrefix) => ({ urlPrefix })),
    ...['u2', 'u2/b', `${long}a`, 'nothing'].map((url) => ({ url })),
  ];
  const scopes = ['one AU', 'the namespace'] as const;
  const cases = scopes.flatMap((scope) =>
    (['all', 'latest', 2] as const).flatMap((version) =>
      [false, true].flatMap((includeUncommitted) =>
        filters.map((filter) => ({ scope, version, includeUncommitted, filter })),
      ),
    ),
  );

  it.each(cases)('of $scope, $version, uncommitted $includeUncommitted, $filter', async (one) => {
    const { version, includeUncommitted } = one;
    const auid = one.scope === 'one AU' ? 'au b' : undefined;
    const scope = { namespace: 'default', auid };
    const listing = {
      ...scope,
      version,
      includeUncommitted,
      url: undefined,
      urlPrefix: undefined,
      ...one.filter,
    };
    const wanted = expected(listing);
    for (const limit of [1, 3, 1000]) expect(await paged(listing, limit)).toEqual(wanted);
    expect(await countArtifacts(database.kysely, listing)).toBe(wanted.length);
  });

  it('of short URLs are answered by one statement', async () => {
    const all = { namespace: 'default', url: undefined, urlPrefix: undefined, includeUncommitted: false };
    await listArtifacts(
      source(),
      { ...all, auid: undefined, version: 'all' },
      { after: undefined, limit: 100 },
    );
    for (const auid of [undefined, 'au b'])
      for (const filter of [{}, { urlPrefix: 'u2' }, { url: 'u2' }])
        for (const after of [undefined, { url: 'u2', auid: 'au b', version: 2 }]) {
          const watched = watchDatabase(database);
          const listing = { ...all, auid, version: 'all' as const, ...filter };
          await listArtifacts({ ...source(), ...watched }, listing, { after, limit: 5 });
          expect(watched.asked.map(({ name }) => name)).toEqual([
            auid === undefined ? 'listed_of_namespace' : 'listed_of_au',
          ]);
        }
  });

  it('are empty where there is no such AU or namespace', async () => {
    const all = { url: undefined, urlPrefix: undefined, version: 'all' as const, includeUncommitted: false };
    for (const scope of [
      { namespace: 'nowhere', auid: undefined },
      { namespace: 'default', auid: 'nothing' },
    ])
      for (const filter of [{}, { url: long }, { urlPrefix: long }]) {
        const listing = { ...all, ...scope, ...filter };
        expect(await listArtifacts(source(), listing, { after: undefined, limit: 9 })).toEqual([]);
        expect(await countArtifacts(database.kysely, listing)).toBe(0);
      }
  });

  it('find the end of a prefix', () => {
    expect(findPrefixEnd('ab')).toBe('ac');
    expect(findPrefixEnd('a\u{10ffff}')).toBe('b');
    expect(findPrefixEnd('a\ud7ff')).toBe('a\ue000');
    expect(findPrefixEnd('\u{10ffff}')).toBeUndefined();
    expect(findPrefixEnd('')).toBeUndefined();
    expect(toUrlOrder('a/\x01\x02')).toBe('a\x01\x02\x01\x02\x02');
  });
});
