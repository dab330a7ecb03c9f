import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '@holdfast/pg-kit';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { createFileClient, type FileClient, type Headers, readProblem } from './file-requests.ts';
import {
  date,
  formatRowName,
  getExpectedStatus,
  modifiedMs,
  type Row,
  requestedRows,
} from './preconditions-table.ts';

const content = 'org.lockss.table=1\n';

describe('the preconditions of configuration files', () => {
  let service: ConfigTestService;
  let client: FileClient;
  let etag: string;
  let source: string;
  let database: ReturnType<typeof openDatabase>;
  beforeAll(async () => {
    const { url } = await createConfigDatabase();
    source = join(await createTemporaryFolder(), 'source.txt');
    await writeFile(source, content);
    await utimes(source, new Date(modifiedMs), new Date(modifiedMs));
    service = await startTestService(url, { CONFIG_SOURCES: source });
    client = createFileClient(service);
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
  /** Sends the rows of the table. Returns the rows whose response has an unexpected status. */
  async function wrongRows(
    ask: (headers: Headers) => Promise<Response>,
    wanted: (row: Row) => number,
  ): Promise<string[]> {
    const wrong: string[] = [];
    for (let start = 0; start < requestedRows.length; start += 16) {
      await Promise.all(
        requestedRows.slice(start, start + 16).map(async (row) => {
          const answer = await ask(headersOf(row));
          const text = await answer.text();
          if (answer.status !== wanted(row))
            wrong.push(`${formatRowName(row)} → ${answer.status}, not ${wanted(row)}`);
          const bare = answer.status === 304;
          if (
            bare &&
            (text !== '' ||
              answer.headers.get('etag') !== etag ||
              answer.headers.get('last-modified') !== date(0))
          ) {
            wrong.push(`${formatRowName(row)}: a 304 without its validators, or with a body`);
          }
          if (answer.status === 200 && answer.headers.get('etag') !== etag)
            wrong.push(`${formatRowName(row)}: a 200 without ETag`);
        }),
      );
    }
    return wrong;
  }

  it('are asked in more than thirty combinations', () => {
    expect(requestedRows.length).toBeGreaterThan(30);
  });

  it('hold or not for reads of a file that is there', async () => {
    expect(
      await wrongRows(
        (headers) => client.get('expert', headers),
        (row) => getExpectedStatus('GET', true, row),
      ),
    ).toEqual([]);
  });

  it('change nothing for reads of one that is not', async () => {
    expect(
      await wrongRows(
        (headers) => client.get('alert', headers),
        (row) => getExpectedStatus('GET', false, row),
      ),
    ).toEqual([]);
  });

  it('hold or not for reads of a source by its URL', async () => {
    const url = pathToFileURL(source).href;
    expect(
      await wrongRows(
        (headers) => client.getUrl(url, headers),
        (row) => getExpectedStatus('GET', true, row),
      ),
    ).toEqual([]);
  });

  // Sends rejected writes concurrently, because they change nothing. Sends successful writes one by one, because each
  // changes the state for the next.
  async function wrongWrites(
    section: string,
    there: boolean,
    restore: () => Promise<unknown>,
  ): Promise<string[]> {
    const wrong: string[] = [];
    const write = async (row: Row): Promise<void> => {
      const { status } = await client.put(section, content, headersOf(row));
      const wanted = getExpectedStatus('PUT', there, row);
      if (status !== wanted) wrong.push(`${formatRowName(row)} → ${status}, not ${wanted}`);
      if (status === 200) await restore();
    };
    const [succeeding, refused] = [true, false].map((succeeds) =>
      requestedRows.filter((row) => (getExpectedStatus('PUT', there, row) === 200) === succeeds),
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
    ['If-Match', 'w/"a"', /double quotes/],
    ['If-None-Match', '{"a":1}', /double quotes/],
    ['If-None-Match', 'a', /double quotes/],
    ['If-Match', '"a" "b"', /commas/],
    ['If-Match', '"a', /closing quote/],
    ['If-None-Match', '"a", *', /`\*` among/],
    ['If-Match', '*, "a"', /`\*` among/],
    ['If-Match', ',', /no entity tag/],
  ])('%s: %s is 400', async (header, text, message) => {
    for (const answer of [
      await client.get('expert', { [header]: text }),
      await client.put('expert', 'x.a=1', { [header]: text }),
    ]) {
      expect(await readProblem(answer)).toMatchObject({
        status: 400,
        detail: expect.stringMatching(message),
      });
    }
    expect(await (await client.get('expert')).text()).toBe(content);
  });

  it.each([
    ['If-Modified-Since', 'yesterday'],
    ['If-Modified-Since', '-1'],
    ['If-Modified-Since', 'Mon, 32 May 2024 07:08:09 GMT'],
    ['If-Unmodified-Since', '2024-05-06T07:08:09Z'],
    ['If-Unmodified-Since', '1e3'],
  ])('%s: %s is no date and is ignored', async (header, text) => {
    expect((await client.get('expert', { [header]: text })).status).toBe(200);
    const date = { 'If-Modified-Since': 'If-Unmodified-Since', 'If-Unmodified-Since': 'If-Modified-Since' };
    const later = { [date[header as keyof typeof date]]: new Date(modifiedMs + 5_000).toUTCString() };
    const both = await client.get('expert', { ...later, [header]: text });
    expect(both.status).toBe(header === 'If-Modified-Since' ? 200 : 304);
  });

  it('tell a client that holds what was withdrawn: the tag counts, not the older date', async () => {
    const newer = new Date(modifiedMs + 60_000).toUTCString();
    const answer = await client.get('expert', { 'If-None-Match': '"withdrawn"', 'If-Modified-Since': newer });
    expect([answer.status, await answer.text()]).toEqual([200, content]);
    const url = pathToFileURL(source).href;
    const headers = { 'If-None-Match': '"withdrawn"', 'If-Modified-Since': newer };
    expect((await client.getUrl(url, headers)).status).toBe(200);
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
