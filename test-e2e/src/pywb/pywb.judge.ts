// Covers: services packages
// Configures pywb (from PyPI) with Holdfast's two replay endpoints. pywb must replay imported content byte for byte.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  describeWithTool,
  formatBasicAuth,
  installPywb,
  makeResponseRecord,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readmePywbConfig, readNetrc, readPywbConfig } from '../replay/replay-page.ts';
import { createReplayUsersFile, replayUser } from '../replay/replay-user.ts';
import { corpusWarcs } from '../support/golden.ts';
import { startRepository } from '../support/repository-server.ts';
import { type CdxLine, parseHoldfastLines, parsePywbLines } from './cdx-line.ts';
import { addLoginToUrl, formatCollection } from './collections.ts';
import { type PywbServer, startPywb } from './pywb-server.ts';

const archive = 'warcs/pywb/iana.warc.gz';
const home = 'http://www.iana.org/';
const logo = 'http://www.iana.org/_img/2013.1/iana-logo-homepage.png';
const revisited = 'http://www.iana.org/_img/2013.1/icann-logo.svg';
const changing = 'http://www.example.org/changing';
const password = 'a:b@c/d%e';

/** Collections from docs/replay.md, which read the login from ~/.netrc, and `inline`, whose URLs contain the login. */
const collections = ['holdfast', 'short', 'xml', 'inline'];

const pywb = corpus.available ? await installPywb() : { missing: 'the corpus is not there' };

describeWithTool(pywb, 'pywb, unmodified, on our two replay endpoints', (python) => {
  let client: TestRepositoryClient;
  let server: PywbServer;

  beforeAll(async () => {
    client = await startReplayRepository();
    const inline = addLoginToUrl(client.url, replayUser, password);
    const config = [
      readPywbConfig(client.url),
      formatCollection('inline', inline, inline),
      formatCollection('denied', addLoginToUrl(client.url, replayUser, 'another'), inline),
      formatCollection('broken', client.url, `${client.url}/nowhere`),
    ];
    server = await startPywb({ python, config: config.join(''), netrc: readNetrc(password) });
  }, 120_000);
  afterAll(() => server?.stop());

  it('begins as the README has it', () => {
    expect(readPywbConfig('').startsWith(readmePywbConfig(''))).toBe(true);
  });

  it.each(collections)('replays a page at its timestamp, rewritten or as it was: %s', async (name) => {
    const asItWas = await server.get(`/${name}/20140126200624id_/${home}`);
    expect(asItWas).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=UTF-8',
        'memento-datetime': 'Sun, 26 Jan 2014 20:06:24 GMT',
      },
    });
    expect(sha256(asItWas.body)).toBe(goldenSha256(home));
    const rewritten = await server.get(`/${name}/20140126200624mp_/${home}`);
    expect(rewritten.status).toBe(200);
    expect(rewritten.body.toString()).toContain('<title>Internet Assigned Numbers Authority</title>');
    const frame = await server.get(`/${name}/20140126200624/${home}`);
    expect(frame.status).toBe(200);
  });

  it.each(collections)('replays the image that the page shows, byte for byte: %s', async (name) => {
    const page = `/${name}/20140126200624mp_/${home}`;
    const style = await linked(page, /<link rel="stylesheet" media="screen" href="([^"]+)"/);
    const shown = await linked(style, /url\("([^"]*iana-logo-homepage\.png)"\)/);
    for (const path of [shown, `/${name}/20140126200625id_/${logo}`, `/${name}/20140126200625mp_/${logo}`]) {
      const image = await server.get(path);
      expect(image).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
      expect(sha256(image.body)).toBe(goldenSha256(logo));
    }
  });

  /** Returns the path to which pywb rewrites a link in a page. */
  async function linked(path: string, pattern: RegExp): Promise<string> {
    const [, link] = pattern.exec((await server.get(path)).body.toString()) ?? [];
    expect(link).toBeDefined();
    return new URL(link!, `http://pywb${path}`).pathname;
  }

  it('replays every page of the file, byte for byte', async () => {
    const pages = listIanaRecords().filter(
      ({ type, http_status }) => type === 'response' && http_status === '200',
    );
    expect(pages).toHaveLength(44);
    for (const { url, date, stored_payload_sha256: digest } of pages) {
      const { status, body } = await server.get(`/holdfast/${timestampOf(date)}id_/${url}`);
      expect({ url, status, digest: sha256(body) }).toEqual({ url, status: 200, digest });
    }
  });

  it('replays a revisit at its own time, with the bytes that it refers to', async () => {
    const replayed = await server.get(`/holdfast/20140126200706id_/${revisited}`);
    expect(replayed.headers['memento-datetime']).toBe('Sun, 26 Jan 2014 20:07:06 GMT');
    expect(sha256(replayed.body)).toBe(goldenSha256(revisited));
  });

  it.each(['2014', '201401', '20140126', '2014012620'])('takes a date as short as %s', async (date) => {
    for (const name of collections) {
      const replayed = await server.get(`/${name}/${date}id_/${home}`);
      expect(replayed).toMatchObject({
        status: 200,
        headers: { 'memento-datetime': 'Sun, 26 Jan 2014 20:06:24 GMT' },
      });
      expect(sha256(replayed.body)).toBe(goldenSha256(home));
    }
  });

  it.each([
    ['19990101000000', '2010'],
    ['20111231000000', '2010'],
    ['20130101000000', '2015'],
    ['20171101000000', '2020'],
    ['20250101000000', '2020'],
  ])('replays the capture closest to %s: that of %s', async (wanted, year) => {
    for (const name of collections) {
      const replayed = await server.get(`/${name}/${wanted}id_/${changing}`);
      expect(replayed.status).toBe(200);
      expect(replayed.body.toString()).toBe(`as it was in ${year}`);
      expect(new Date(replayed.headers['memento-datetime'] as string).getUTCFullYear()).toBe(Number(year));
    }
  });

  describe('lists captures', () => {
    it.each([
      ['of a URL', { url: home }, 1],
      ['of a URL captured many times', { url: revisited }, 16],
      ['under a prefix', { url: 'http://www.iana.org/_img/', matchType: 'prefix' }, 30],
      ['of a host', { url: 'www.iana.org', matchType: 'host' }, 150],
    ])('%s, as we do', async (_what, query: Record<string, string>, atLeast) => {
      const listed = await server.get(`/holdfast/cdx?${new URLSearchParams(query)}`);
      const ours = parseHoldfastLines(await client.bytes('/replay/cdxb/default', query));
      expect(parsePywbLines(listed.body)).toEqual(ours);
      expect(ours.length).toBeGreaterThanOrEqual(atLeast);
    });

    it('under a prefix written with an asterisk', async () => {
      const listed = await server.get('/inline/cdx?url=http://www.iana.org/_img/*');
      const query = { url: 'http://www.iana.org/_img/', matchType: 'prefix' };
      expect(parsePywbLines(listed.body)).toEqual(
        parseHoldfastLines(await client.bytes('/replay/cdxb/default', query)),
      );
    });

    it.each([
      ['of a URL captured many times', { url: revisited }],
      ['under a prefix', { url: 'http://www.iana.org/_img/', matchType: 'prefix' }],
    ])('%s, by the XML protocol', async (_what, query: Record<string, string>) => {
      const listed = parsePywbLines((await server.get(`/xml/cdx?${new URLSearchParams(query)}`)).body);
      const ours = parseHoldfastLines(await client.bytes('/replay/cdxb/default', query));
      // pywb ignores redirects and flags in the XML.
      const without = (lines: CdxLine[]) => lines.map(({ redirect, robotflags, ...line }) => line);
      expect(without(listed)).toEqual(without(ours));
    });

    it("as pywb's own index of the file has them", async () => {
      const own = corpusWarcs.cdx().filter(({ file }) => file.endsWith('/iana.warc.gz'));
      const listed = parsePywbLines((await server.get(`/holdfast/cdx?url=${home}&matchType=host`)).body);
      const keys = (lines: { urlkey: string; timestamp: string; digest: string }[]) =>
        lines.map(({ urlkey, timestamp, digest }) => `${urlkey} ${timestamp} ${digest}`).sort();
      expect(keys(listed)).toEqual(keys(own.filter(({ urlkey }) => urlkey.startsWith('org,iana)'))));
    });

    it('in a time map and in the calendar', async () => {
      const ours = parseHoldfastLines(await client.bytes('/replay/cdxb/default', { url: revisited }));
      for (const name of collections) {
        const map = (await server.get(`/${name}/timemap/link/${revisited}`)).body.toString();
        const listed = [...map.matchAll(/\/(\d{14})mp_\//g)].map(([, timestamp]) => timestamp);
        expect(listed).toEqual(ours.map(({ timestamp }) => timestamp));
        for (const path of [`/${name}/*/${home}`, `/${name}/*/${home}*`])
          expect((await server.get(path)).status).toBe(200);
      }
    });
  });

  it('has no captures of what was never captured, or for who may not read', async () => {
    expect((await server.get('/holdfast/2014id_/http://nothing.example.org/')).status).toBe(404);
    expect((await server.get(`/denied/20140126200624id_/${home}`)).status).toBe(404);
    expect(await server.get(`/denied/cdx?url=${home}`)).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  // If an archive cannot be loaded, pywb shows its whole configuration. A login therefore belongs in .netrc,
  // as docs/replay.md says.
  it('gives the login away to nobody', async () => {
    const query = (name: string) => `/${name}/cdx?url=${home}&output=json`;
    const paths = [
      ...['/', '/holdfast/', '/inline/', ...collections.map(query), query('denied'), query('broken')],
      ...collections.flatMap((name) => [
        `/${name}/20140126200624/${home}`,
        `/${name}/20140126200624mp_/${home}`,
        `/${name}/timemap/link/${home}`,
        `/${name}/*/${home}`,
        `/${name}/2014/http://nothing.example.org/`,
      ]),
      `/denied/20140126200624id_/${home}`,
    ];
    const failing = await server.get(`/broken/20140126200624id_/${home}`);
    expect(failing.status).toBe(503);
    const answers = [failing, ...(await Promise.all(paths.map((path) => server.get(path))))];
    const secrets = [
      password,
      encodeURIComponent(password),
      formatBasicAuth(replayUser, password).slice('Basic '.length),
    ];
    for (const { headers, body } of answers) {
      const said = JSON.stringify(headers) + body.toString('latin1');
      for (const secret of secrets) expect(said).not.toContain(secret);
    }
  });
});

/** Starts a repository that contains the archive and three captures of a page whose content changed. */
async function startReplayRepository(): Promise<TestRepositoryClient> {
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const env = { USERS_FILE: await createReplayUsersFile(password) };
  const { client } = await startRepository({ databaseUrl, objectStore, env });
  const dates = ['2010-01-01T00:00:00Z', '2015-06-01T00:00:00Z', '2020-01-01T00:00:00Z'];
  const made = dates.map((date) =>
    makeResponseRecord(changing, Buffer.from(`as it was in ${date.slice(0, 4)}`), date),
  );
  for (const input of [createReadStream(corpus.path(archive)), Buffer.concat(made)]) {
    const { status, statuses } = await client.importArchive(input, { auid: 'replay', storeDuplicate: true });
    expect([status, ...new Set(statuses.map((one) => one.status))]).toEqual([200, 'OK']);
  }
  return client;
}

function listIanaRecords() {
  return corpusWarcs.records().filter(({ file }) => file.endsWith('/iana.warc.gz'));
}

/** Returns the payload digest of the golden file's first response record for this URL. */
function goldenSha256(url: string): string {
  return listIanaRecords().find((record) => record.type === 'response' && record.url === url)!
    .stored_payload_sha256;
}

function sha256(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function timestampOf(date: string): string {
  return date.replaceAll(/\D/g, '').slice(0, 14);
}
