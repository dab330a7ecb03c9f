// All combinations of preconditions, held against the functions that decide.
import { describe, expect, it } from '@jest/globals';
import {
  hold,
  PreconditionError,
  parsePreconditions,
  statusOfRead,
} from '../../../src/domain/preconditions/preconditions.ts';
import { expected, modifiedMs, nameOf, type Row, rows } from './preconditions-table.ts';

describe('the table of preconditions', () => {
  const current = { etag: '"current"', modifiedMs };
  const outcomeOf = (row: Row, method: 'GET' | 'PUT', there: boolean): number => {
    const headers = Object.entries(row).map(([header, one]) => [
      header.toLowerCase(),
      one.text(current.etag),
    ]);
    try {
      const preconditions = parsePreconditions(Object.fromEntries(headers));
      if (method === 'GET' && !there) return 404;
      if (hold(preconditions, there ? current : undefined)) return 200;
      return method === 'GET' ? statusOfRead(preconditions) : 412;
    } catch (error) {
      if (error instanceof PreconditionError) return 400;
      throw error;
    }
  };

  it('is 1,296 combinations', () => {
    expect(rows).toHaveLength(6 ** 4);
    const statuses = new Set(rows.flatMap((row) => [expected('GET', true, row), expected('PUT', true, row)]));
    expect([...statuses].sort()).toEqual([200, 304, 400, 412]);
  });

  it.each([
    ['GET', true],
    ['GET', false],
    ['PUT', true],
    ['PUT', false],
  ] as const)('holds for %s where the file is there: %s', (method, there) => {
    const wrong = rows.flatMap((row) => {
      const [outcome, wanted] = [outcomeOf(row, method, there), expected(method, there, row)];
      return outcome === wanted ? [] : [`${nameOf(row)} → ${outcome}, not ${wanted}`];
    });
    expect(wrong).toEqual([]);
  });
});
