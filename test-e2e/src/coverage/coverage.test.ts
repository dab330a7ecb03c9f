// Tests the coverage rows that are computed from recorded responses, and the faults found in these rows.
// scripts/coverage.mjs applies the same code to the responses of a full test run.
import { describe, expect, it } from '@jest/globals';
import { type Contract, computeCoverage, findCoverageFaults, formatCoveragePage } from './coverage.ts';

describe('coverage', () => {
  const contract: Contract = {
    paths: {
      '/aus/{auid}': { get: { responses: { 200: {}, 404: {} } }, parameters: [] },
      '/aus/add': { get: { responses: { 200: {} } } },
    },
  };
  const seen = [
    {
      file: 'services/x/test/b.test.ts',
      answers: ['GET /aus/a%2Fb 200', 'GET /aus/add 200', 'GET /none 404'],
    },
    { file: 'services/x/test/a.test.ts', answers: ['GET /aus/c 200', 'GET /aus/ 404', 'PUT /aus/c 404'] },
  ];

  it('is read from the requests that were for an operation, also where paths overlap', () => {
    expect(computeCoverage(contract, seen, { 'GET /aus/{auid} 404': 'all are there' })).toEqual([
      {
        operation: 'GET /aus/{auid}',
        status: '200',
        files: ['services/x/test/a.test.ts', 'services/x/test/b.test.ts'],
        reason: undefined,
      },
      { operation: 'GET /aus/{auid}', status: '404', files: [], reason: 'all are there' },
      { operation: 'GET /aus/add', status: '200', files: ['services/x/test/b.test.ts'], reason: undefined },
    ]);
  });

  it.each([
    ['nothing', { 'GET /aus/{auid} 404': 'all are there' }, []],
    [
      'a promise that was not kept',
      {},
      ['GET /aus/{auid} was never answered with 404, which the contract promises'],
    ],
    [
      'a reason that is not true',
      { 'GET /aus/{auid} 404': 'all are there', 'GET /aus/add 200': 'nobody can' },
      [
        'GET /aus/add was answered with 200 in services/x/test/b.test.ts, although a reason says it cannot be',
      ],
    ],
    [
      'a reason for what is not promised',
      { 'GET /aus/{auid} 404': 'all are there', 'GET /aus/{auid} 500': 'nobody can' },
      ['GET /aus/{auid} 500 has a reason but is not in the contract'],
    ],
  ])('finds %s', (_what, reasons, faults) => {
    expect(findCoverageFaults(computeCoverage(contract, seen, reasons), reasons)).toEqual(faults);
  });

  it('is shown by test files, or by the reason that there is none', () => {
    const rows = computeCoverage(contract, seen, { 'GET /aus/{auid} 404': 'all are there' });
    expect(formatCoveragePage([{ service: 'x', rows }])).toMatch(
      /\| `GET \/aus\/{auid}` \| 200 +\| `a\.test\.ts`, `b\.test\.ts` +\|\n.* 404 +\| never: all are there +\|\n/,
    );
  });
});
