// Covers: services/repository-service packages/surt packages/warc packages/api-types packages/http-kit
// Checks that pywb replays captures of any request method from Holdfast as it does from its own index. Sends each
// captured request in the golden table to pywb.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  describeWithTool,
  installPywb,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readNetrc, readPywbConfig } from '../replay/replay-page.ts';
import { createReplayUsersFile } from '../replay/replay-user.ts';
import { startRepository } from '../support/repository-server.ts';
import { type PywbResponse, type PywbServer, type SentRequest, startPywb } from './pywb-server.ts';

const password = 'a:b@c/d%e';
const files = ['made/methods.warc.gz', 'pywb/post-test.warc.gz'];

interface Golden {
  url: string;
  timestamp: string;
  method: string;
  urlkey: string;
  sha1: string;
  requestId: string;
}

const pywb = corpus.available ? await installPywb() : { missing: 'the corpus is not there' };

describeWithTool(pywb, 'pywb, unmodified, asked by every method', (python) => {
  let server: PywbServer;
  let rows: Golden[];
  let ownKeys: Set<string>;
  let requests: Map<string, SentRequest>;

  beforeAll(async () => {
    const golden = await readFile(corpus.path('golden/request-methods.jsonl'), 'utf8');
    rows = golden
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Golden);
    requests = new Map();
    for (const file of files)
      for (const [id, request] of extractRequests(gunzipSync(await readFile(corpus.path(`warcs/${file}`)))))
        requests.set(id, request);
    const [client, own] = await Promise.all([startMethodRepository(), buildPywbIndex(python)]);
    ownKeys = own.keys;
    const paths = `    index_paths: ${own.folder}/index/\n    archive_paths: ${own.folder}/\n`;
    const config = `${readPywbConfig(client.url)}  own:\n${paths}`;
    server = await startPywb({ python, config, netrc: readNetrc(password) });
  }, 120_000);
  afterAll(() => server?.stop());

  const sent = (name: string, { url, timestamp, requestId }: Golden) =>
    server.send(`/${name}/${timestamp}id_/${url}`, requests.get(requestId)!);

  /** Excludes HEAD, because pywb looks up HEAD requests as GET. */
  const isAskedFor = ({ method }: Golden) => method !== 'HEAD';

  it('replays each capture to the request that it was captured with', async () => {
    const wrong: unknown[] = [];
    for (const row of rows.filter(isAskedFor)) {
      const answer = await sent('holdfast', row);
      if (sha1(answer) !== row.sha1) wrong.push([row.method, row.urlkey, answer.status]);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  // Except for GET, compares only captures whose key in pywb's index contains the method and body. Other captures have
  // the plain URL key there, because the record next to their request does not name the request.
  it('replays each that its own index has by its method as from there, byte for byte', async () => {
    const compared = rows
      .filter(isAskedFor)
      .filter((row) => row.method === 'GET' || ownKeys.has(formatKeyedCapture(row)));
    const differing: unknown[] = [];
    for (const row of compared) {
      const [ours, theirs] = [await sent('holdfast', row), await sent('own', row)];
      if (formatForComparison(ours) !== formatForComparison(theirs))
        differing.push([row.method, row.urlkey, formatForComparison(ours), formatForComparison(theirs)]);
    }
    expect(differing).toEqual([]);
    expect(compared.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(25);
  }, 60_000);

  it.each(['short', 'xml'])('replays what was captured by GET as ever: %s', async (name) => {
    for (const row of rows.filter(({ method }) => method === 'GET'))
      expect(formatForComparison(await sent(name, row))).toBe(
        formatForComparison(await sent('holdfast', row)),
      );
  });
});

function sha1({ body }: PywbResponse): string {
  return base32(createHash('sha1').update(body).digest());
}

/** Formats a response for comparison, without headers that contain file names or the time of the response. */
function formatForComparison(answer: PywbResponse): string {
  const { status, headers } = answer;
  const { date, link, 'content-location': place, ...others } = headers;
  return JSON.stringify([status, sha1(answer), others]);
}

function formatKeyedCapture({
  url,
  timestamp,
  urlkey,
}: Pick<Golden, 'url' | 'timestamp' | 'urlkey'>): string {
  return `${url} ${timestamp} ${urlkey.replaceAll('=none', '=null').replace('&__wb_post_data=&', '&')}`;
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]!);
}

/** Yields each request record of an archive with its record ID. */
function* extractRequests(warc: Buffer): Generator<[id: string, request: SentRequest]> {
  for (let at = 0; at < warc.length; ) {
    const start = warc.indexOf('\r\n\r\n', at) + 4;
    const header = warc.toString('latin1', at, start);
    const field = (name: string) => new RegExp(`^${name}: *(.*)\r$`, 'im').exec(header)?.[1] ?? '';
    const end = start + Number(field('Content-Length'));
    if (field('WARC-Type') === 'request')
      yield [field('WARC-Record-ID'), parseRequest(warc.subarray(start, end))];
    at = end + 4;
  }
}

function parseRequest(block: Buffer): SentRequest {
  const headEnd = block.indexOf('\r\n\r\n');
  const [line = '', ...fields] = block.toString('latin1', 0, headEnd).split('\r\n');
  const wanted = fields.filter((field) => /^content-(type|length):/i.test(field));
  const headers = Object.fromEntries(wanted.map((field) => field.split(/: */, 2) as [string, string]));
  const method = line.split(' ')[0]!;
  // Sends a body only with POST and PUT. pywb does not read other requests' bodies, and would parse them as the next
  // request.
  return /^(?:POST|PUT)$/.test(method) ? { method, headers, body: block.subarray(headEnd + 4) } : { method };
}

async function buildPywbIndex(python: string): Promise<{ folder: string; keys: Set<string> }> {
  const folder = await createTemporaryFolder();
  const archives = await Promise.all(
    files.map(async (file) => {
      await copyFile(corpus.path(`warcs/${file}`), join(folder, basename(file)));
      return basename(file);
    }),
  );
  const program = 'from pywb.indexer.cdxindexer import main; main()';
  const run = ['-W', 'ignore', '-c', program, '--cdxj', '--postappend', '--sort', ...archives];
  const { stdout } = await promisify(execFile)(python, run, { cwd: folder, maxBuffer: 2 ** 24 });
  await mkdir(join(folder, 'index'));
  await writeFile(join(folder, 'index', 'index.cdxj'), stdout);
  const lines = stdout.split('\n').filter((line) => line.includes('__wb_method='));
  const keys = lines.map((line) => {
    const [urlkey = '', timestamp = ''] = line.split(' ', 2);
    const { url } = JSON.parse(line.slice(line.indexOf(' {'))) as { url: string };
    return formatKeyedCapture({ url, timestamp, urlkey });
  });
  return { folder, keys: new Set(keys) };
}

async function startMethodRepository(): Promise<TestRepositoryClient> {
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const env = { USERS_FILE: await createReplayUsersFile(password) };
  const { client } = await startRepository({ databaseUrl, objectStore, env });
  for (const file of files) {
    const archive = await readFile(corpus.path(`warcs/${file}`));
    const { statuses } = await client.importArchive(archive, { auid: 'methods', storeDuplicate: true });
    expect([...new Set(statuses.map(({ status }) => status))]).toEqual(['OK']);
  }
  return client;
}
