// Covers: services packages
// Shortened run of `npm run drill -- schemathesis`. Needs Python and, the first time, PyPI.
import { createTestDatabase, describeWithTool } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { installSchemathesis } from './installed-schemathesis.ts';
import { findFaults } from './judge.ts';
import { runSchemathesisDrill } from './schemathesis.ts';

const installed = await installSchemathesis();

describeWithTool(installed, 'whatever Schemathesis asks', (program) => {
  it('is answered as the contracts say', async () => {
    const { url: databaseUrl } = await createTestDatabase();
    const { requests, statuses, unasked } = await runSchemathesisDrill({
      program,
      databaseUrl,
      requests: 100,
      examples: 3,
      phases: ['examples', 'fuzzing'],
      seed: 1,
      say: () => undefined,
    });
    expect(Object.values(requests).every((count) => count >= 100)).toBe(true);
    // Checks that generated requests reached stored artifacts.
    expect(statuses['repository: GET /artifacts/{uuid}/payload']).toHaveProperty('200');
    expect(statuses['repository: GET /replay/warcs/{fileName}']).toHaveProperty('200');
    expect(statuses['repository: POST /artifacts']).toHaveProperty('201');
    expect(statuses['repository: POST /archives']).toHaveProperty('200');
    for (const operation of [
      ...['PUT /aus/{auid}', 'PATCH /austates/{auid}', 'PATCH /auagreements/{auid}', 'POST /aus/add'],
      ...['GET /config/url', 'PUT /config/file/{sectionName}', 'GET /ws/auqueries', 'GET /ws/tdbaus'],
    ]) {
      expect(statuses).toHaveProperty([`config: ${operation}`, '200']);
    }
    expect(unasked).toEqual([]);
  }, 400_000);
});

describe('the judge', () => {
  const exchange = { operation: 'GET /aus', request: 'GET /aus', status: 200, body: '', failed: [] };
  const failed = (check: string) => [{ check, message: 'why' }];

  it.each([
    ['a failed check', { failed: failed('response_schema_conformance') }],
    ['a 5xx', { status: 503 }],
    ['no answer', { status: undefined }],
    [
      'a refusal that only other operations may give',
      { status: 400, operation: 'GET /status', failed: failed('positive_data_acceptance') },
    ],
    [
      'a refusal for another reason',
      { status: 400, operation: 'GET /config/url', body: 'no', failed: failed('positive_data_acceptance') },
    ],
    ['another status than the one that is meant', { status: 200, failed: failed('ignored_auth') }],
  ])('finds %s', (_what, changes) => {
    expect(findFaults({ ...exchange, ...changes })).toHaveLength(1);
  });

  it('accepts a valid response and a known exception', () => {
    expect(findFaults(exchange)).toEqual([]);
    const body = '`url` and `urlPrefix` cannot be given together.';
    const refused = { ...exchange, status: 400, body, failed: failed('positive_data_acceptance') };
    expect(findFaults({ ...refused, operation: 'GET /artifacts' })).toEqual([]);
  });
});
