// Tests aggregates and groups on PostgreSQL, as language.ts defines them.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openScratchDatabase, type Scratch } from './scratch.db.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await openScratchDatabase();
});

describe('one row of everything:', () => {
  it.each<[string, unknown[]]>([
    ['select count(*)', [5]],
    ['select count(*), count(name), count(amount), count(params)', [5, 4, 4, 4]],
    ['select count(object), count(distinct flag), count(distinct id)', [5, 2, 5]],
    [
      'select sum(amount), avg(amount), min(amount), max(amount) where amount < 100',
      [0.5, 0.166666666666, -2.5, 3],
    ],
    ['select min(name), max(name), min(flag), max(flag)', ['Biology Letters', 'Études_100%', false, true]],
    ['select sum(year)', [2026]],
    ["select sum(length(name) * 2) as s where id = 'a'", [30]],
    ["select count(*), sum(amount), avg(amount), min(name) where id = 'x'", [0, null, null, null]],
    ['select COUNT ( * ) As n order by n limit 1', [5]],
    ["select count(*) where name matches 'log'", [2]],
    ['select count(upper(name)) as n having n > 3', [4]],
  ])('%s', async (query, row) => {
    expect(await scratch.table(query)).toEqual([row]);
  });
});

describe('a row for each group:', () => {
  it.each<[string, unknown[][]]>([
    [
      'select flag, count(*) group by flag',
      [
        [false, 2],
        [true, 2],
        [null, 1],
      ],
    ],
    [
      'select flag, count(*) group by flag order by count(*), flag desc',
      [
        [null, 1],
        [true, 2],
        [false, 2],
      ],
    ],
    ['select count(*) as n, flag group by flag having n > 1 and flag', [[2, true]]],
    ['select flag group by flag order by sum(amount) desc', [[true], [null], [false]]],
    ['select flag, max(id) group by flag order by max(id) desc limit 2, 1', [[true, 'd']]],
    [
      "select params.k, count(*) group by params.k order by concat(params.k, 'x')",
      [
        ['V', 1],
        ['v', 1],
        ['', 1],
        [null, 2],
      ],
    ],
    [
      'select amount, count(*) where amount < 100 group by amount',
      [
        [-2.5, 1],
        [0, 1],
        [3, 1],
      ],
    ],
    ['select flag, year, count(*) group by flag, year having count(*) > 5', []],
    ['select object.id group by object.id order by upper(object.id) desc limit 2', [['e'], ['d']]],
    ['select id group by id having max(amount) = min(amount) and min(amount) < 1', [['b'], ['c']]],
  ])('%s', async (query, rows) => {
    expect(await scratch.table(query)).toEqual(rows);
  });
});
