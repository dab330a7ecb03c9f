// Listings against a brute-force computation of the same, page by page, with URLs made to be hard to order.

import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Entry } from '../../src/domain/record/entry.ts';
import { knownNames } from '../../src/index/known-names.ts';
import type { ListedArtifact, Listing, ListingPage, ListingPosition } from '../../src/index/listing.ts';
import { countArtifacts, listArtifacts } from '../../src/index/listings.db.ts';
import { type NamedListing, quickListing } from '../../src/index/quick-listings.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { prefixEnd, urlOrder } from '../../src/index/url-order.ts';
import { recordSegment } from '../../src/index/writing/record-segment.db.ts';
import { auidSha256, targetOf } from '../../src/ingest/storing/segment.ts';
import { entry, indexDatabase } from '../index-database.ts';

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
  entry: Entry;
  version: number;
}

let database: Database<IndexSchema>;
const stored: Stored[] = [];
const auIds = new Map<string, number>();
let namespaceId: number;

beforeAll(async () => {
  database = await indexDatabase();
  for (const auid of ['au b', 'au a/x', 'au a']) {
    const target = await targetOf(database.kysely, { namespace: 'default', auid });
    auIds.set(auid, target.auId);
    namespaceId = target.namespaceId;
    const entries = [...urls, ...urls.slice(3), ...urls.slice(0, 9)].map((url, i) =>
      entry(url, `${auid} ${i}`, { committed: i % 5 !== 4 }),
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

/** The rule itself, not the mapping: `/` before every other character, then code point by code point. */
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

function expected(listing: Listing): string[] {
  const { scope, url, urlPrefix, version, includeUncommitted } = listing;
  const visible = stored
    .filter(({ auid }) => !('auId' in scope) || auIds.get(auid) === scope.auId)
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

const source = () => ({ pool: database.pool, names: knownNames(database.pool) });

type PageOf = (listing: Listing, page: ListingPage) => Promise<readonly ListedArtifact[]>;

const slowly: PageOf = (listing, page) => listArtifacts(database.kysely, listing, page);

/** As a service does. */
const quickly: PageOf = async (listing, page) =>
  (await quickListing(source(), named(listing), page)) ?? slowly(listing, page);

function named({ scope, ...listing }: Listing): NamedListing {
  const auid = 'auId' in scope ? [...auIds].find(([, id]) => id === scope.auId)![0] : undefined;
  return { ...listing, namespace: 'default', auidSha256: auid === undefined ? undefined : auidSha256(auid) };
}

async function paged(pageOf: PageOf, listing: Listing, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: ListingPosition | undefined;
  for (;;) {
    const page = await pageOf(listing, { after, limit });
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
    const scope = one.scope === 'one AU' ? { auId: auIds.get('au b')! } : { namespaceId };
    const { version, includeUncommitted } = one;
    const listing = {
      scope,
      version,
      includeUncommitted,
      url: undefined,
      urlPrefix: undefined,
      ...one.filter,
    };
    const wanted = expected(listing);
    for (const limit of [3, 1000]) {
      expect(await paged(slowly, listing, limit)).toEqual(wanted);
      if (version !== 2 && listing.url === undefined)
        expect(await paged(quickly, listing, limit)).toEqual(wanted);
    }
    expect(await countArtifacts(database.kysely, listing)).toBe(wanted.length);
  });

  it('are as quick as may be: not within long beginnings, nor of one URL', async () => {
    const whole = { scope: { namespaceId }, url: undefined, urlPrefix: undefined } as const;
    const all = { ...whole, version: 'all' as const, includeUncommitted: false };
    const scopes = [{ namespaceId }, { auId: auIds.get('au b')! }];
    const ask = (listing: Listing, after?: ListingPosition, limit = 9) =>
      quickListing(source(), named(listing), { after, limit });
    for (const scope of scopes) {
      expect(await ask({ ...all, scope })).toHaveLength(9);
      expect(await ask({ ...all, scope, version: 'latest', urlPrefix: 'u2' })).toHaveLength(9);
      expect(await ask({ ...all, scope }, { url: 'u2', auid: 'au b', version: 2 })).toHaveLength(9);
      expect(await ask({ ...all, scope }, { url: long, auid: 'au b', version: 2 })).toBeUndefined();
      expect(await ask({ ...all, scope, urlPrefix: long })).toBeUndefined();
      expect(await ask({ ...all, scope, url: 'u2' })).toBeUndefined();
      expect(await ask({ ...all, scope, version: 2 })).toBeUndefined();
    }
    const nowhere = { ...named(all), namespace: 'nowhere' };
    expect(await quickListing(source(), nowhere, { after: undefined, limit: 9 })).toEqual([]);
  });

  it('find the end of a prefix', () => {
    expect(prefixEnd('ab')).toBe('ac');
    expect(prefixEnd('a\u{10ffff}')).toBe('b');
    expect(prefixEnd('a\ud7ff')).toBe('a\ue000');
    expect(prefixEnd('\u{10ffff}')).toBeUndefined();
    expect(prefixEnd('')).toBeUndefined();
    expect(urlOrder('a/\x01\x02')).toBe('a\x01\x02\x01\x02\x02');
  });
});
