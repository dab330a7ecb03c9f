import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '@holdfast/pg-kit';
import { temporaryFolder, testDatabase } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  hold,
  PreconditionError,
  parsePreconditions,
  statusOfRead,
} from '../../../src/domain/preconditions/preconditions.ts';
import { startTestService, type TestService } from '../../service.ts';
import { type FileClient, fileClient, type Headers, problem } from './file-requests.ts';

// The table of the decisions, written down once more and differently: for each header what a value of it makes of a
// file that is there and of one that is not. The file that is there was modified at 2024-05-06 07:08:09.123.
const modifiedMs = Date.UTC(2024, 4, 6, 7, 8, 9, 123);
const date = (offsetMs: number): string => new Date(modifiedMs + offsetMs).toUTCString();
const content = 'org.lockss.table=1\n';

interface Value {
  readonly name: string;
  readonly text: (etag: string) => string;
  readonly there: boolean;
  readonly absent: boolean;
}
const value = (
  name: string,
  text: string | ((etag: string) => string),
  there: boolean,
  absent: boolean,
): Value => ({
  name,
  text: typeof text === 'string' ? () => text : text,
  there,
  absent,
});

const values: Readonly<Record<string, readonly Value[]>> = {
  'If-Match': [
    value('current', (etag) => etag, true, false),
    value('other', '"other"', false, false),
    value('list with current', (etag) => `"a", ${etag},"b"`, true, false),
    value('*', '*', true, false),
    value('"0"', '"0"', false, true),
  ],
  'If-None-Match': [
    value('current', (etag) => etag, false, true),
    value('other', '"other"', true, true),
    value('list with current', (etag) => `"a,b" ,${etag}`, false, true),
    value('*', '*', false, true),
    value('"0"', '"0"', true, false),
  ],
  'If-Modified-Since': [
    value('a second before', date(-1000), true, false),
    value('the same second', date(0), false, false),
    value('a second later', date(1000), false, false),
    value('a ms before', String(modifiedMs - 1), true, false),
    value('the same ms', String(modifiedMs), false, false),
  ],
  'If-Unmodified-Since': [
    value('a second before', date(-1000), false, true),
    value('the same second', date(0), true, true),
    value('a second later', date(1000), true, true),
    value('a ms before', String(modifiedMs - 1), false, true),
    value('the same ms', String(modifiedMs), true, true),
  ],
};
const senseless = [
  ['If-Match', 'If-None-Match'],
  ['If-Match', 'If-Modified-Since'],
  ['If-None-Match', 'If-Unmodified-Since'],
  ['If-Modified-Since', 'If-Unmodified-Since'],
];

type Row = Readonly<Record<string, Value>>;
const rows = Object.entries(values).reduce<Row[]>(
  (made, [header, all]) => made.flatMap((row) => [row, ...all.map((one) => ({ ...row, [header]: one }))]),
  [{}],
);

function expected(method: 'GET' | 'PUT', there: boolean, row: Row): number {
  if (senseless.some(([one, other]) => one! in row && other! in row)) return 400;
  if (method === 'GET' && !there) return 404;
  const fails = Object.values(row).some((one) => !(there ? one.there : one.absent));
  if (!fails) return 200;
  if (method === 'PUT') return 412;
  return 'If-None-Match' in row || 'If-Modified-Since' in row ? 304 : 412;
}

/** Asked over HTTP: each value of each header alone, and each combination of headers with one value of each. */
const asked = rows.filter(
  (row) =>
    Object.keys(row).length < 2 || Object.entries(row).every(([header, one]) => one === values[header]![0]),
);

const nameOf = (row: Row): string =>
  Object.entries(row)
    .map(([header, { name }]) => `${header}: ${name}`)
    .join('; ') || 'none';

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

describe('the preconditions of configuration files', () => {
  let service: TestService;
  let client: FileClient;
  let etag: string;
  let source: string;
  let database: ReturnType<typeof openDatabase>;
  beforeAll(async () => {
    const { url } = await testDatabase();
    source = join(await temporaryFolder(), 'source.txt');
    await writeFile(source, content);
    await utimes(source, new Date(modifiedMs), new Date(modifiedMs));
    service = await startTestService(url, { CONFIG_SOURCES: source });
    client = fileClient(service);
    database = openDatabase({ url, applicationName: 'test', onError: () => undefined });
    await service.becomes(true);
    etag = (await client.put('expert', content)).headers.get('etag')!;
    await setBack();
  });
  afterAll(async () => {
    await database.close();
    await service.stop();
  });

  const setBack = () =>
    database.pool.query(
      'update config_file set modified_ms = $1, earlier_modified_ms = 0 where version > 0',
      [modifiedMs],
    );
  const remove = () =>
    database.pool.query(`
      with gone as (delete from config_file_version where section = 'alert')
      update config_file set version = 0, content_id = null, modified_ms = 0 where section = 'alert'`);
  const headersOf = (row: Row): Headers =>
    Object.fromEntries(Object.entries(row).map(([header, one]) => [header, one.text(etag)]));
  /** Every row whose outcome is not the expected one. */
  async function wrongRows(
    ask: (headers: Headers) => Promise<Response>,
    wanted: (row: Row) => number,
  ): Promise<string[]> {
    const wrong: string[] = [];
    for (let start = 0; start < asked.length; start += 16) {
      await Promise.all(
        asked.slice(start, start + 16).map(async (row) => {
          const answer = await ask(headersOf(row));
          const text = await answer.text();
          if (answer.status !== wanted(row))
            wrong.push(`${nameOf(row)} → ${answer.status}, not ${wanted(row)}`);
          const bare = answer.status === 304;
          if (
            bare &&
            (text !== '' ||
              answer.headers.get('etag') !== etag ||
              answer.headers.get('last-modified') !== date(0))
          ) {
            wrong.push(`${nameOf(row)}: a 304 without its validators, or with a body`);
          }
          if (answer.status === 200 && answer.headers.get('etag') !== etag)
            wrong.push(`${nameOf(row)}: a 200 without ETag`);
        }),
      );
    }
    return wrong;
  }

  it('are asked in more than thirty combinations', () => {
    expect(asked.length).toBeGreaterThan(30);
  });

  it('hold or not for reads of a file that is there', async () => {
    expect(
      await wrongRows(
        (headers) => client.get('expert', headers),
        (row) => expected('GET', true, row),
      ),
    ).toEqual([]);
  });

  it('change nothing for reads of one that is not', async () => {
    expect(
      await wrongRows(
        (headers) => client.get('alert', headers),
        (row) => expected('GET', false, row),
      ),
    ).toEqual([]);
  });

  it('hold or not for reads of a source by its URL', async () => {
    const url = pathToFileURL(source).href;
    expect(
      await wrongRows(
        (headers) => client.getUrl(url, headers),
        (row) => expected('GET', true, row),
      ),
    ).toEqual([]);
  });

  // What is refused changes nothing and may come at once; a write that succeeds changes what the next one meets.
  async function wrongWrites(
    section: string,
    there: boolean,
    restore: () => Promise<unknown>,
  ): Promise<string[]> {
    const wrong: string[] = [];
    const write = async (row: Row): Promise<void> => {
      const { status } = await client.put(section, content, headersOf(row));
      const wanted = expected('PUT', there, row);
      if (status !== wanted) wrong.push(`${nameOf(row)} → ${status}, not ${wanted}`);
      if (status === 200) await restore();
    };
    const [succeeding, refused] = [true, false].map((succeeds) =>
      asked.filter((row) => (expected('PUT', there, row) === 200) === succeeds),
    );
    for (let start = 0; start < refused!.length; start += 16) {
      await Promise.all(refused!.slice(start, start + 16).map(write));
    }
    for (const row of succeeding!) await write(row);
    return wrong;
  }

  it('hold or not for writes of a file that is there', async () => {
    expect(await wrongWrites('expert', true, setBack)).toEqual([]);
  });

  it('hold or not for writes of one that is not', async () => {
    expect(await wrongWrites('alert', false, remove)).toEqual([]);
  });

  it.each([
    ['If-Match', 'W/"a"', /weak/],
    ['If-Match', 'w/"a"', /weak/],
    ['If-None-Match', '"a", W/"b"', /weak/],
    ['If-None-Match', 'a', /double quotes/],
    ['If-Match', '"a" "b"', /commas/],
    ['If-Match', '"a', /closing quote/],
    ['If-None-Match', '"a", *', /`\*` among/],
    ['If-Match', '*, "a"', /`\*` among/],
    ['If-Match', ',', /no entity tag/],
    ['If-Modified-Since', 'yesterday', /HTTP date or milliseconds/],
    ['If-Modified-Since', '-1', /HTTP date or milliseconds/],
    ['If-Modified-Since', 'Mon, 32 May 2024 07:08:09 GMT', /HTTP date or milliseconds/],
    ['If-Unmodified-Since', '2024-05-06T07:08:09Z', /HTTP date or milliseconds/],
    ['If-Unmodified-Since', '1e3', /HTTP date or milliseconds/],
  ])('%s: %s is 400', async (header, text, message) => {
    for (const answer of [
      await client.get('expert', { [header]: text }),
      await client.put('expert', 'a=1', { [header]: text }),
    ]) {
      expect(await problem(answer)).toMatchObject({ status: 400, detail: expect.stringMatching(message) });
    }
    expect(await (await client.get('expert')).text()).toBe(content);
  });

  it.each([
    ['RFC 850', 'Monday, 06-May-24 07:08:09 GMT'],
    ['asctime', 'Mon May  6 07:08:09 2024'],
  ])('take dates as in %s, too', async (_form, text) => {
    expect((await client.get('expert', { 'If-Modified-Since': text })).status).toBe(304);
    expect((await client.get('expert', { 'If-Unmodified-Since': text })).status).toBe(200);
  });

  it('count an empty header as absent', async () => {
    expect((await client.get('expert', { 'If-Match': '', 'If-None-Match': '"x"' })).status).toBe(200);
  });

  it('do not hide from a reader the second of two versions of one second', async () => {
    await database.pool.query("update config_file set earlier_modified_ms = $1 where section = 'expert'", [
      modifiedMs - 100,
    ]);
    expect((await client.get('expert', { 'If-Modified-Since': date(0) })).status).toBe(200);
    expect(
      (await client.get('expert', { 'If-None-Match': '"first"', 'If-Modified-Since': date(0) })).status,
    ).toBe(200);
    expect((await client.get('expert', { 'If-Modified-Since': String(modifiedMs) })).status).toBe(304);
    await setBack();
  });
});
