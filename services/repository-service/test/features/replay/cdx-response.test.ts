// Every sort, match type and limit over random captures with many equal keys and times, compared with a brute-force
// computation.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import type { CaptureIndex } from '../../../src/domain/replay/capture-index.ts';
import { type CdxParameters, parseCdxQuery } from '../../../src/features/replay/query/cdx-query.ts';
import { formatResumeKey, parseResumeKey } from '../../../src/features/replay/query/cdx-resume.ts';
import type { CdxBatches } from '../../../src/features/replay/response/cdx-response.ts';
import {
  type CompleteCdxResult,
  tryQuickLookup,
} from '../../../src/features/replay/response/quick-response.ts';
import { formatCdxTimestamp } from '../../../src/features/replay/words/cdx-time.ts';
import type { MatchType } from '../../../src/features/replay/words/key-match.ts';
import { openCaptureIndex } from '../../../src/index/replay/captures.db.ts';
import { openIndexDatabase } from '../../index-database.ts';
import { inIndexOrder, queryByBruteForce } from './brute-force.ts';
import { baseMs, busyUrl, insertCaptures, longUrls, randomCaptures } from './random-captures.ts';

const tokenKey = new Uint8Array(32);
const captureCount = 2_000;
const targets: [MatchType, string][] = [
  ['exact', 'http://example.com/'],
  ['exact', busyUrl],
  ['exact', longUrls[0]!],
  ['prefix', 'http://example.com/a'],
  ['prefix', longUrls[0]!.slice(0, -1)],
  ['host', 'http://example.com/'],
  ['domain', 'http://example.com/'],
  ['range', 'http://example.com/a'],
];
const seconds = [-100, 20, 30, 200].map((offset) => baseMs / 1000 + offset);
const sorts = [
  { sort: 'default' as const },
  { sort: 'reverse' as const },
  ...seconds.map((closestSecond) => ({ sort: { closestSecond } })),
];

let index: CaptureIndex;
let all: Capture[];

beforeAll(async () => {
  const database = await openIndexDatabase();
  index = openCaptureIndex(database);
  all = inIndexOrder(randomCaptures(captureCount));
  const others = randomCaptures(100).map((capture) => ({ ...capture, id: capture.id.replace('-7', '-6') }));
  const uncommitted = randomCaptures(101).map((capture) => ({
    ...capture,
    id: capture.id.replace('-7', '-5'),
  }));
  await insertCaptures(database, all);
  await insertCaptures(database, others, { namespace: 'another' });
  await insertCaptures(
    database,
    uncommitted.map((capture) => ({ ...capture, url: `${capture.url}#uncommitted` })),
    { committed: false },
  );
});

describe.each(targets)('captures by %s of %s', (matchType, url) => {
  it.each(sorts)('come in the right order: $sort', async ({ sort }) => {
    const parameters = { url, matchType, ...sortParameters(sort) };
    const whole = queryByBruteForce(all, { url, matchType, sort });
    for (const limit of [1, 3, 100, undefined]) {
      const expected = limit ? whole.slice(0, limit) : whole;
      const { captures, more } = await answer({ ...parameters, ...(limit && { limit }) });
      expect(ids(captures)).toBe(ids(expected));
      expect(more).toBe(whole.length > expected.length);
      const own = await answer({ ...parameters, ...(limit && { limit }), showResumeKey: false });
      expect(ids(own.captures)).toBe(ids(expected));
      expect(own.more).toBe(more && limit === undefined);
    }
  });

  it.each(sorts)('come once each when resumed: $sort', async ({ sort }) => {
    const expected = queryByBruteForce(all, { url, matchType, sort });
    const limit = Math.ceil(expected.length / 5) - 1;
    const parameters = { url, matchType, limit, ...sortParameters(sort) };
    expect(ids(await resumed(parameters))).toBe(ids(expected));
  });

  it.each(sorts)('are filtered, collapsed, bounded and passed over: $sort', async ({ sort }) => {
    const parameters = {
      url,
      matchType,
      filter: ['!=status:404'],
      offset: 5,
      limit: 20,
      ...sortParameters(sort),
    };
    const query = { url, matchType, sort, filter: ({ httpStatus }: Capture) => httpStatus !== 404 };
    const expected = queryByBruteForce(all, { ...query, offset: 5, limit: 20 });
    expect(ids((await answer(parameters)).captures)).toBe(ids(expected));
    const collapse = ({ collectionMs }: Capture) => formatCdxTimestamp(collectionMs).slice(0, 13);
    const collapsed = queryByBruteForce(all, { ...query, collapse, offset: 2, limit: 4 });
    const some = await answer({ ...parameters, collapse: ['timestamp:13'], offset: 2, limit: 4 });
    expect(ids(some.captures)).toBe(ids(collapsed));
  });

  it.each(['default', 'reverse'] as const)('are the last with a negative limit: %s', async (sort) => {
    const query = { url, matchType, sort };
    const second = ({ collectionMs }: Capture) => formatCdxTimestamp(collectionMs).slice(0, 13);
    const filter = ({ httpStatus }: Capture) => httpStatus !== 404;
    const last = (of: Parameters<typeof queryByBruteForce>[1], count: number) =>
      queryByBruteForce(all, of).slice(-count);
    for (const count of [1, 7, captureCount]) {
      const asked = { ...query, limit: -count };
      expect(ids((await answer(asked)).captures)).toBe(ids(last(query, count)));
      const few = { ...asked, filter: ['!=status:404'] };
      expect(ids((await answer(few)).captures)).toBe(ids(last({ ...query, filter }, count)));
      const collapsed = { ...few, collapse: ['timestamp:13'] };
      const expected = last({ ...query, filter, collapse: second }, count);
      expect(ids((await answer(collapsed)).captures)).toBe(ids(expected));
    }
  });

  it.each(['default', 'reverse'] as const)(
    'are the last of each group, also when resumed: %s',
    async (sort) => {
      const second = ({ collectionMs }: Capture) => formatCdxTimestamp(collectionMs).slice(0, 13);
      const inOrder = queryByBruteForce(all, { url, matchType, sort: 'default' });
      const isLast = (one: Capture, at: number) => {
        const next = inOrder[at + 1];
        return next === undefined || second(one) !== second(next);
      };
      const kept = inOrder.filter(isLast);
      const expected = sort === 'default' ? kept : kept.reverse();
      const query = { url, matchType, sort, collapseToLast: 'timestamp:13' };
      expect(ids((await answer(query)).captures)).toBe(ids(expected));
      expect(ids(await resumed({ ...query, limit: 3 }, 4))).toBe(ids(expected.slice(0, 12)));
      expect(ids((await answer({ ...query, limit: -3 })).captures)).toBe(ids(expected.slice(-3)));
    },
  );

  it.each(['default', 'reverse'] as const)('are passed over by the thousand: %s', async (sort) => {
    const query = { url, matchType, sort };
    for (const offset of [1_000, 1_003, captureCount]) {
      const expected = queryByBruteForce(all, { ...query, offset, limit: 20 });
      expect(ids((await answer({ ...query, offset, limit: 20 })).captures)).toBe(ids(expected));
    }
  });

  it.each(sorts)('come once each when resumed, collapsed: $sort', async ({ sort }) => {
    if (sort === 'reverse') return;
    const collapse = ({ collectionMs }: Capture) => formatCdxTimestamp(collectionMs).slice(0, 13);
    const expected = queryByBruteForce(all, { url, matchType, sort, collapse });
    const query = { url, matchType, collapse: ['timestamp:13'], limit: 3, ...sortParameters(sort) };
    expect(ids(await resumed(query, 4))).toBe(ids(expected.slice(0, 12)));
  });

  it('come in pages that together are the answer', async () => {
    const parameters = { url, matchType, pageSize: 301 };
    const expected = queryByBruteForce(all, { url, matchType, sort: 'default' });
    const parts: Capture[] = [];
    for (let page = 0; page * 301 < expected.length; page++) {
      parts.push(...(await answer({ ...parameters, page })).captures);
    }
    expect(ids(parts)).toBe(ids(expected));
    await expect(answer({ ...parameters, page: Math.ceil(expected.length / 301) })).rejects.toThrow(
      /There is no page/,
    );
  });
});

describe('an answer', () => {
  it('goes on collapsed where it stopped', async () => {
    const query = { url: busyUrl, matchType: 'exact' as const, sort: 'default' as const };
    const collapse = ({ collectionMs }: Capture) => formatCdxTimestamp(collectionMs).slice(0, 13);
    const parameters = { url: busyUrl, collapse: ['timestamp:13'] };
    const { captures, resume } = await answer({ ...parameters, limit: 2 });
    const { captures: rest } = await answer({ ...parameters, ...(resume && { resumeKey: resume }) });
    expect(ids([...captures, ...rest])).toBe(ids(queryByBruteForce(all, { ...query, collapse })));
  });

  it('holds to times given in part, both included', async () => {
    const from = formatCdxTimestamp(baseMs + 10_000);
    const to = formatCdxTimestamp(baseMs + 31_000).slice(0, 13);
    const { captures } = await answer({ url: 'example.com', matchType: 'domain', from, to, sort: 'reverse' });
    const within = ({ collectionMs }: Capture) => {
      const timestamp = formatCdxTimestamp(collectionMs);
      return timestamp >= from && timestamp.slice(0, 13) <= to;
    };
    const query = {
      url: 'example.com',
      matchType: 'domain' as const,
      sort: 'reverse' as const,
      filter: within,
    };
    expect(ids(captures)).toBe(ids(queryByBruteForce(all, query)));
    expect(captures.length).toBeGreaterThan(100);
  });

  it('refuses a resume key of another query, and one that was changed', async () => {
    const { resume = '' } = await answer({ url: busyUrl, limit: 1 });
    await expect(answer({ url: busyUrl, sort: 'reverse', resumeKey: resume })).rejects.toThrow(
      /belongs to a different query/,
    );
    await expect(answer({ url: busyUrl, resumeKey: `${resume}A` })).rejects.toThrow(
      /belongs to a different query/,
    );
    await expect(answer({ url: busyUrl, limit: 7, resumeKey: resume })).resolves.toBeDefined();
  });
});

/** Collects this many responses. Each response resumes where the previous one ended. */
async function resumed(parameters: CdxParameters, answers = Number.POSITIVE_INFINITY): Promise<Capture[]> {
  const parts: Capture[] = [];
  let key: string | undefined;
  for (let count = 0; count < answers && (count === 0 || key !== undefined); count++) {
    const { captures, resume } = await answer({ ...parameters, ...(key && { resumeKey: key }) });
    parts.push(...captures);
    key = resume;
  }
  return parts;
}

async function answer(parameters: CdxParameters) {
  const query = parseCdxQuery('test', { showResumeKey: true, ...parameters }, { max: 100_000 });
  const from = await parseResumeKey({ tokenKey, index }, query);
  const found = await tryQuickLookup(index, query, from);
  const { captures, stopped } = 'captures' in found ? found : await walked(found);
  return {
    captures,
    more: stopped !== undefined,
    resume: stopped && formatResumeKey(tokenKey, query, stopped),
  };
}

async function walked(answer: CdxBatches): Promise<CompleteCdxResult> {
  const captures: Capture[] = [];
  for (;;) {
    const next = await answer.next();
    if (next.done) return { captures, stopped: next.value };
    captures.push(...next.value);
  }
}

function sortParameters(sort: (typeof sorts)[number]['sort']): Pick<CdxParameters, 'sort' | 'closest'> {
  if (typeof sort === 'string') return { sort };
  return { closest: formatCdxTimestamp(sort.closestSecond * 1000) };
}

/** Joins IDs to one string. Comparing long arrays element by element would take longer than the query. */
function ids(captures: readonly Capture[]): string {
  return captures.map(({ id }) => id).join('\n');
}
