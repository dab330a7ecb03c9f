// Tests GET /titles/findings: problems and duplicates of a load of real files, page by page.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { createConfigDatabase } from '../../config-database.ts';
import { makeJournalText } from '../../loading/titles/title-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';

let service: ConfigTestService;
beforeAll(async () => {
  const folder = join(await createTemporaryFolder(), 'titles');
  await mkdir(folder);
  await writeFile(join(folder, 'a.tdb'), `${makeJournalText([1, 2, 1])}\nau < x >\nau < y >`);
  await writeFile(
    join(folder, 'b.tdb'),
    `${makeJournalText([2, 3]).replaceAll('Journal Volume', 'Other Volume')}\nau < z >`,
  );
  await writeFile(join(folder, 'broken.xml'), '<lockss-config><property name="x">');
  const { url } = await createConfigDatabase();
  service = await startTestService(url, { TDB_SOURCES: folder });
  await service.becomes(true);
});
afterAll(() => service.stop());

const ask = (query: Record<string, string> = {}) =>
  request(service.url).get('/titles/findings').query(query).set(service.asAdmin);

const NO_IMPLICIT = 'an AU where no "implicit" says what its values are';
const au = (volume: number) =>
  `org|example|Plugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2FJournal%2F&volume~${volume}`;

it('tells problems with file and line, those first that are about no file that is served', async () => {
  const { body } = await ask().expect(200);
  expect(body).toEqual({
    total: 4,
    findings: [
      { source: 'titles/broken.xml', line: 1, column: expect.any(Number), message: expect.any(String) },
      { source: 'titles/a.tdb', line: 11, column: 1, message: NO_IMPLICIT },
      { source: 'titles/a.tdb', line: 12, column: 1, message: NO_IMPLICIT },
      { source: 'titles/b.tdb', line: 10, column: 1, message: NO_IMPLICIT },
    ],
  });
});

it('gives them page by page, each once', async () => {
  const { body: all } = await ask().expect(200);
  const found: unknown[] = [];
  for (let continuationToken: string | undefined, page = 0; page < 5; page += 1) {
    const { body } = await ask({ limit: '1', ...(continuationToken && { continuationToken }) }).expect(200);
    found.push(...body.findings);
    ({ continuationToken } = body);
    if (continuationToken === undefined) break;
  }
  expect(found).toEqual(all.findings);
});

it('tells the entries that do not count, and the ones that do in their place', async () => {
  const { body } = await ask({ kind: 'duplicate' }).expect(200);
  expect(body).toEqual({
    total: 2,
    findings: [
      {
        ...{ source: 'titles/a.tdb', line: 8, column: 1, message: 'Journal Volume 1', auId: au(1) },
        first: { source: 'titles/a.tdb', line: 6 },
      },
      {
        ...{ source: 'titles/b.tdb', line: 6, column: 7, message: 'Other Volume 2', auId: au(2) },
        first: { source: 'titles/a.tdb', line: 7 },
      },
    ],
  });
  const { body: first } = await ask({ kind: 'duplicate', limit: '1' }).expect(200);
  const { continuationToken } = first;
  const { body: second } = await ask({ kind: 'duplicate', limit: '1', continuationToken }).expect(200);
  expect([...first.findings, ...second.findings]).toEqual(body.findings);
});

it.each([{ kind: 'other' }, { limit: '0' }, { continuationToken: 'x' }, { continuationToken: '1.2.3' }])(
  'is 400 for %j',
  async (query) => {
    await ask(query).expect(400);
  },
);
