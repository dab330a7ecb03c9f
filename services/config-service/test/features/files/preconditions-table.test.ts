// Compares the functions that evaluate preconditions with the expected results in the table, for all combinations of
// headers.
import { evaluateReadConditions, isWriteAllowed, parsePreconditions } from '@holdfast/http-kit';
import { describe, expect, it } from '@jest/globals';
import { formatRowName, getExpectedStatus, modifiedMs, type Row, rows } from './preconditions-table.ts';

describe('the table of preconditions', () => {
  const current = { etag: '"current"', modifiedMs };
  const outcomeOf = (row: Row, method: 'GET' | 'PUT', there: boolean): number => {
    const headers = Object.entries(row).map(([header, one]) => [
      header.toLowerCase(),
      one.text(current.etag),
    ]);
    const preconditions = parsePreconditions(Object.fromEntries(headers));
    if (method === 'PUT') return isWriteAllowed(preconditions, there ? current : undefined) ? 200 : 412;
    if (!there) return 404;
    return { proceed: 200, 'not-modified': 304, failed: 412 }[evaluateReadConditions(preconditions, current)];
  };

  it('is 3,136 combinations', () => {
    expect(rows).toHaveLength(8 ** 2 * 7 ** 2);
    const statuses = new Set(
      rows.flatMap((row) => [getExpectedStatus('GET', true, row), getExpectedStatus('PUT', true, row)]),
    );
    expect([...statuses].sort()).toEqual([200, 304, 412]);
  });

  it.each([
    ['GET', true],
    ['GET', false],
    ['PUT', true],
    ['PUT', false],
  ] as const)('holds for %s where the file is there: %s', (method, there) => {
    const wrong = rows.flatMap((row) => {
      const [outcome, wanted] = [outcomeOf(row, method, there), getExpectedStatus(method, there, row)];
      return outcome === wanted ? [] : [`${formatRowName(row)} → ${outcome}, not ${wanted}`];
    });
    expect(wrong).toEqual([]);
  });
});
