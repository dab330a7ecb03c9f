// Downloads from a server that breaks connections, responds late and changes the file.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRepositoryClient, type RepositoryClient } from '@holdfast/client';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { downloadFile } from '../../src/export/download.ts';

let folder: string;
let server: Server;
let client: RepositoryClient;
let bytes: Buffer;
/** Plan of the next responses: a number breaks the connection after that many bytes; `later` responds with 503. */
let plan: (number | 'later')[];
let ranges: (string | undefined)[];
/** Breaks the connection after the client has received the planned number of bytes. */
let cut: (shown: number) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-export-'));
  bytes = randomBytes(300_000);
  plan = [];
  ranges = [];
  cut = () => undefined;
  server = createServer(({ headers }, response) => {
    const etag = `"${bytes.length}"`;
    ranges.push(headers.range);
    const step = plan.shift();
    if (step === 'later') return void response.writeHead(503, { 'Retry-After': '0' }).end('{}');
    const wanted = headers['if-range'] === etag ? Number(/\d+/.exec(headers.range!)![0]) : 0;
    if (wanted === bytes.length) {
      return void response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` }).end('{}');
    }
    const body = bytes.subarray(wanted);
    response.writeHead(wanted > 0 ? 206 : 200, { ETag: etag, 'Content-Length': body.length });
    if (step === undefined) response.end(body);
    else {
      response.write(body.subarray(0, step));
      cut = (shown) => {
        if (shown === step) response.destroy();
      };
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createRepositoryClient({ url, user: 'a', password: 'b', repeats: 0 });
});
afterEach(() => {
  client.close();
  server.close();
  rmSync(folder, { recursive: true });
});

async function downloaded(): Promise<{ file: Buffer; waits: number }> {
  const file = join(folder, 'x.warc.gz');
  let [waits, shown] = [0, 0];
  const from = {
    ask: (headers: object, options: object) =>
      client.exportArtifacts({ fileName: 'default.warc.gz', ...headers }, options),
    onBytes: (count: number) => {
      shown += count;
      cut(shown);
    },
    onWait: () => {
      waits += 1;
    },
  };
  await downloadFile(file, from, new AbortController().signal);
  expect(readdirSync(folder)).toEqual(['x.warc.gz']);
  return { file: readFileSync(file), waits };
}

it('waits while the file is made, and goes on where the connection was cut', async () => {
  plan = ['later', 'later', 100_000];
  const { file, waits } = await downloaded();
  expect(file.equals(bytes)).toBe(true);
  expect(waits).toBe(1);
  expect(ranges).toEqual([undefined, undefined, undefined, 'bytes=100000-']);
});

it('goes on with what an earlier run left, and takes it as it is when it is all', async () => {
  for (const length of [1_000, bytes.length]) {
    writeFileSync(join(folder, 'x.warc.gz.part'), bytes.subarray(0, length));
    writeFileSync(join(folder, 'x.warc.gz.part.tag'), `"${bytes.length}"`);
    expect((await downloaded()).file.equals(bytes)).toBe(true);
  }
  expect(ranges).toEqual(['bytes=1000-', 'bytes=300000-']);
});

it('begins anew when it is another file by now', async () => {
  writeFileSync(join(folder, 'x.warc.gz.part'), randomBytes(1_000));
  writeFileSync(join(folder, 'x.warc.gz.part.tag'), '"another"');
  expect((await downloaded()).file.equals(bytes)).toBe(true);
});

it('tells what the service refuses', async () => {
  server
    .removeAllListeners('request')
    .on('request', (_request, response) => response.writeHead(404).end('{}'));
  await expect(downloaded()).rejects.toMatchObject({ status: 404 });
});
