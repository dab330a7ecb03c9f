// Covers: services/repository-service packages/surt
// Sends the index and archive requests that OpenWayback makes with the configuration in docs/replay.md, through a proxy
// that adds the login as documented. OpenWayback itself is not run, because it needs Java and Tomcat.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { addCleanup, createTemporaryFolder, createTestDatabase, makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { readCodeBlock } from './replay-page.ts';
import { createReplayUsersFile, replayUser } from './replay-user.ts';

const password = 'to be read aloud';
const page = 'http://www.example.org/page?b=1&a=ä ö';
const bean = readCodeBlock('xml', 'remotecollection');
const proxyConfig = readCodeBlock('nginx', 'Authorization');
let proxyUrl: string;

beforeAll(async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const { client } = await startRepository({
    databaseUrl,
    objectStore: `fs:${await createTemporaryFolder()}`,
    env: { USERS_FILE: await createReplayUsersFile(password), REPLAY_CDXA_NOT_FOUND_STATUS: '200' },
  });
  const records = ['2014', '2015', '2016'].map((year) =>
    makeResponseRecord(encodeURI(page), Buffer.from(`of ${year}`), `${year}-05-05T05:05:05Z`),
  );
  await client.importArchive(Buffer.concat(records), { auid: 'openwayback' });
  proxyUrl = await startProxy(client.url);
});

describe('the configuration of OpenWayback', () => {
  it('names the places of the proxy, which names the place of the service', () => {
    const [, listen] = /listen (\S+);/.exec(proxyConfig)!;
    expect(property('searchUrlBase')).toBe(`http://${listen}/replay/cdxa/default`);
    expect(property('prefix')).toBe(`http://${listen}/replay/warcs/`);
    expect(proxyConfig).toContain('proxy_pass http://127.0.0.1:24610;');
    const [, login] = /"Basic (\S+)"/.exec(proxyConfig)!;
    expect(Buffer.from(login!, 'base64').toString()).toBe(`${replayUser}:THE-PASSWORD`);
  });

  it('finds captures and loads each from its store', async () => {
    const { status, text } = await query({ url: page, type: 'urlquery', date: '20150101000000' });
    expect(status).toBe(200);
    const results = extractElements(text, 'result');
    expect(results.map((result) => extractElements(result, 'capturedate')[0])).toEqual([
      '20140505050505',
      '20150505050505',
      '20160505050505',
    ]);
    expect(results.map((result) => extractElements(result, 'closest'))).toEqual([[], ['true'], []]);
    for (const [i, result] of results.entries()) {
      const [[file], [offset]] = [
        extractElements(result, 'file'),
        extractElements(result, 'compressedoffset'),
      ];
      const record = await fetch(`${toProxyUrl(property('prefix'))}${file}`, {
        headers: { range: `bytes=${offset}-` },
      });
      expect(record.status).toBe(206);
      const plain = gunzipSync(Buffer.from(await record.arrayBuffer())).toString();
      expect(plain).toMatch(/^WARC\/1\.0\r\n.*HTTP\/1\.1 200 OK\r\n/s);
      expect(plain).toContain(`of ${2014 + i}\r\n\r\n`);
    }
  });

  it('finds what lies under a prefix', async () => {
    const { text } = await query({ url: 'http://www.example.org/', type: 'prefixquery' });
    expect(extractElements(text, 'resultstype')).toEqual(['resultstypeurl']);
    expect(extractElements(text, 'numcaptures')).toEqual(['3']);
  });

  it('reads that something is not in the archive', async () => {
    const { status, text } = await query({ url: 'http://nothing.example.org/', type: 'urlquery' });
    expect([status, extractElements(text, 'title')]).toEqual([200, ['Resource Not In Archive']]);
  });
});

/** Encodes first each value and then the whole query, as OpenWayback's remote index does. */
async function query(tokens: Record<string, string>) {
  const all = {
    ...tokens,
    startdate: '19960101000000',
    enddate: '20261120000000',
    'request.anchorwindow': '0',
  };
  const q = Object.entries(all).map(([name, value]) => `${encodeFormValue(name)}:${encodeFormValue(value)}`);
  const base = toProxyUrl(property('searchUrlBase'));
  const answer = await fetch(`${base}?q=${encodeFormValue(q.join(' '))}&count=1000&start_page=1`);
  return { status: answer.status, text: await answer.text() };
}

function encodeFormValue(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice('x='.length);
}

function property(name: string): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(bean)![1]!;
}

function toProxyUrl(url: string): string {
  return proxyUrl + new URL(url).pathname;
}

function extractElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text]) => text!);
}

/** Starts a proxy that adds a login to each request, like the documented proxy. */
async function startProxy(target: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${replayUser}:${password}`).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization };
    request(`${target}${incoming.url}`, { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
