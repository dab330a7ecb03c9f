// Tests the queries for the names of AUs.
import { describe, expect, it } from '@jest/globals';
import { buildNameQueries } from '../../../src/parts/au/name-queries.ts';

const auidOf = (year: number): string =>
  `org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~${year}`;

describe('the names of AUs', () => {
  it('are asked for together, quotes and all', () => {
    expect(buildNameQueries(["it's", 'b'])).toEqual(["select auId, name where auId in ('it''s', 'b')"]);
    expect(buildNameQueries([])).toEqual([]);
  });

  it('are asked for in as many queries as addresses have room for, each once', () => {
    const auids = Array.from({ length: 300 }, (_, year) => auidOf(year));
    const queries = buildNameQueries([...auids, 'long'.repeat(2_000), '\ud800']);
    expect(queries.length).toBeGreaterThan(1);
    expect(Math.max(...queries.map((query) => encodeURIComponent(query.toWellFormed()).length))).toBeLessThan(
      6_001,
    );
    const asked = queries.flatMap((query) => [...query.matchAll(/'([^']*)'/g)].map(([, auid]) => auid));
    expect(asked).toEqual([...auids, '\ud800']);
  });
});
