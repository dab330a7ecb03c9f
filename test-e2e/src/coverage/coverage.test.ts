// COVERAGE.md names a test for every status of every operation of both services, as they give their contracts when they
// run.
import { existsSync, readFileSync } from 'node:fs';
import { temporaryFolder, testDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { type Contract, faultsOf, promisesOf, rowsOf, sectionOf } from './coverage-table.ts';

const root = new URL('../../../', import.meta.url);
const tables = readFileSync(new URL('test-e2e/COVERAGE.md', root), 'utf8');

function textOf(path: string): string | undefined {
  const file = new URL(path, root);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

describe('the table of coverage', () => {
  const urls = new Map<string, string>();
  beforeAll(async () => {
    const databases = await Promise.all([testDatabase(), testDatabase()]);
    const [databaseUrl, configDatabase] = databases.map(({ url }) => url) as [string, string];
    const objectStore = `fs:${await temporaryFolder()}`;
    const [repository, config] = await Promise.all([
      startRepository({ databaseUrl, objectStore }),
      startConfig(configDatabase, 'of: the administrator'),
    ]);
    urls.set('The repository service', repository.client.url);
    urls.set('The configuration service', config.url);
  }, 60_000);

  it.each([
    ['The repository service', 120],
    ['The configuration service', 200],
  ])(
    'of %s has a row for every status of every operation, and each names a test that there is',
    async (service, atLeast) => {
      const contract = (await (await fetch(`${urls.get(service)}/openapi.json`)).json()) as Contract;
      expect(promisesOf(contract).length).toBeGreaterThan(atLeast);
      expect(faultsOf(rowsOf(sectionOf(tables, service)), contract, textOf)).toEqual([]);
    },
  );
});

describe('the check of the table', () => {
  const contract = { paths: { '/a': { get: { responses: { 200: {}, 404: {} } }, parameters: [] } } };
  const file = "it('works', () => {});\nit.each([1])(\n  'works with %j',\n  () => {},\n);";
  const check = (...rows: string[]) =>
    faultsOf(rowsOf(rows.map((row) => `| ${row} |`).join('\n')), contract, (path) =>
      path === 'a.test.ts' ? file : undefined,
    );
  const good = '`GET /a` | 200 | `a.test.ts` › works';
  const other = '`GET /a` | 404 | `a.test.ts` › works with %j';

  it('finds nothing wrong with a whole table', () => {
    expect(check(good, other)).toEqual([]);
    expect(check(good, '`GET /a` | 404 | never: what is asked for is always there')).toEqual([]);
  });

  it.each([
    ['a missing row', [good], 'GET /a 404 has no row'],
    [
      'a row of no operation',
      [good, other, '`PUT /a` | 200 | `a.test.ts` › works'],
      'PUT /a 200 is not in the contract',
    ],
    ['two rows', [good, other, good], 'GET /a 200 has two rows'],
    [
      'an empty cell',
      [good, '`GET /a` | 404 | '],
      'GET /a 404: neither names a test nor says why there is none',
    ],
    ['no reason', [good, '`GET /a` | 404 | never: so'], 'GET /a 404: no reason is given'],
    ['no such file', [good, '`GET /a` | 404 | `b.test.ts` › works'], 'GET /a 404: there is no b.test.ts'],
    [
      'no such test',
      [good, '`GET /a` | 404 | `a.test.ts` › work'],
      'GET /a 404: a.test.ts has no test "work"',
    ],
  ])('finds %s', (_what, rows, fault) => {
    expect(check(...rows)).toEqual([fault]);
  });
});
