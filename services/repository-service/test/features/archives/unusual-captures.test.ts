// Captures with a malformed status line, and captures that were not made over HTTP. Every operation returns the
// archived content, even after the index was rebuilt from the store.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { writeFixityReport } from '../../../src/cli/fixity-report.ts';
import { openKeeper } from '../../jobs/fixity/walk.ts';
import { dumpIndex } from '../../jobs/rebuild/index-dump.ts';
import { createUsedStore, runRebuild } from '../../jobs/rebuild/rebuilt.ts';
import { startTestService, type TestService } from '../../service.ts';
import { unzipFile } from '../exports/unpacked.ts';
import { gzip, listStatuses } from './made-archives.ts';

jest.setTimeout(120_000);

const BODY = '%PDF-1.4 what was captured';
const FIELDS = 'Content-Type: application/pdf\r\n\r\n';
const DATE = '2020-02-03T04:05:06Z';

function record(url: string, block: string, contentType: string | undefined, type = 'response'): Buffer {
  const id = createHash('md5').update(url).digest('hex');
  const lines = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}>`,
    `WARC-Date: ${DATE}`,
    `WARC-Target-URI: ${url}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    `Content-Length: ${block.length}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${block}\r\n\r\n`, 'latin1');
}

const HTTP = 'application/http; msgtype=response';
/** Status lines, each with the status that the index stores. */
const odd: [line: string, status: string][] = [
  ['HTTP/1.1 0 OK', '0'],
  ['HTTP/1.1 200OK', '200'],
  ['HTTP/1.1\t404\tNot Found', '404'],
  ['HTTP/1.1 099', '99'],
  ['HTTP/1.1 20 OK', '20'],
  ['HTTP/1.1 2000 OK', '2000'],
  ['HTTP/1.1 -1 OK', '-'],
  ['HTTP/1.1', '-'],
];
const urlOfLine = (i: number) => `http://odd.test/${i}`;
const archiveOfLines = () =>
  gzip(...odd.map(([line], i) => record(urlOfLine(i), `${line}\r\n${FIELDS}${BODY}`, HTTP)));
const others: [url: string, type: string | undefined][] = [
  ['dns:www.example.org', 'text/dns'],
  ['ftp://ftp.example.org/a', 'text/plain; charset=latin1'],
  ['whois://whois.example.org/example.org', 'text/plain'],
  ['gopher://gopher.example.org/0/a', 'text/x-gopher'],
  ['dns:without.type', undefined],
];
const archiveOfOthers = () => gzip(...others.map(([url, type]) => record(url, BODY, type)));

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ FIXITY_PERIOD: 'off' });
});

const text = async (path: string, query: Record<string, string> = {}) => {
  const answer = await service.client.get(path, query);
  return `${answer.status} ${await answer.text()}`;
};

async function imported(archive: Buffer, auid: string, namespace: string, count: number) {
  const { statuses } = await service.client.importArchive(archive, { auid, namespace });
  expect(listStatuses(statuses)).toEqual(Array.from({ length: count }, () => 'OK'));
  return statuses;
}

describe('a capture with an odd status line', () => {
  const [auid, namespace] = ['odd', 'odd'];
  let uuids: string[];

  beforeAll(async () => {
    const statuses = await imported(archiveOfLines(), auid, namespace, odd.length);
    for (const { statusMessage } of statuses) expect(statusMessage).toContain('status line');
    uuids = statuses.map(({ artifactUuid }) => artifactUuid!);
  });

  it.each(odd.map(([line, status], i) => [line, status, i] as const))(
    '%j is read',
    async (line, status, i) => {
      const head = `${line}\r\n${FIELDS}`;
      const path = `/artifacts/${uuids[i]}`;
      const payload = await service.client.get(`${path}/payload`, { namespace });
      expect([payload.status, payload.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(await payload.text()).toBe(BODY);
      expect(await text(`${path}/response`, { namespace })).toBe(`200 ${head}${BODY}`);
      expect(await text(path, { namespace, includeContent: 'ALWAYS' })).toContain(
        `\r\nContent-Type: application/octet-stream\r\n\r\n${head}\r\n--`,
      );
      const warc = gunzipSync(await service.client.bytes(`/replay/warcs/${namespace}:${uuids[i]}.warc.gz`));
      expect(warc.toString('latin1')).toContain(`\r\n\r\n${head}${BODY}\r\n\r\n`);
      const query = { url: urlOfLine(i) };
      const cdx = await text(`/replay/cdxb/${namespace}`, query);
      expect(cdx.split(' ').slice(4, 6)).toEqual(['application/pdf', status]);
      const json = JSON.parse(
        (await text(`/replay/cdxb/${namespace}`, { ...query, output: 'json' })).slice(4),
      );
      expect(json).toMatchObject({ mime: 'application/pdf', ...(status !== '-' && { status }) });
      expect(await text(`/replay/cdxb/${namespace}`, { ...query, filter: `=status:${status}` })).toBe(cdx);
      const xml = await text(`/replay/cdxa/${namespace}`, { q: `url:${urlOfLine(i)}` });
      expect(xml).toContain(`<httpresponsecode>${status}</httpresponsecode>`);
      const memento = await service.client.get(`/replay/memento/${namespace}/20200203040506/${urlOfLine(i)}`);
      expect([memento.status, await memento.text()]).toEqual([status === '404' ? 404 : 200, BODY]);
    },
  );

  it('is listed, exported and kept out by its status', async () => {
    expect(await service.client.artifacts(auid, { namespace })).toHaveLength(odd.length);
    const wacz = Buffer.from(
      await (await service.client.get(`/exports/${namespace}.wacz`, { auid })).arrayBuffer(),
    );
    const index = gunzipSync(unzipFile(wacz).get('indexes/index.cdx.gz')!).toString();
    const statuses = index
      .trimEnd()
      .split('\n')
      .filter((line) => line.includes('{'))
      .map((line) => (JSON.parse(line.slice(line.indexOf('{'))) as { status?: string }).status ?? '-');
    expect(statuses.sort()).toEqual(odd.map(([, status]) => status).sort());
    const again = await service.client.importArchive(archiveOfLines(), {
      ...{ auid: 'odd again', namespace, excludeStatusPattern: '0|2.*' },
    });
    expect(listStatuses(again.statuses)).toEqual(
      odd.map(([, status]) => (/^(0|2.*)$/.test(status) ? 'EXCLUDED' : 'OK')),
    );
  });
});

describe('a response that did not come over HTTP', () => {
  const [auid, namespace] = ['others', 'others'];
  let uuids: string[];

  beforeAll(async () => {
    uuids = (await imported(archiveOfOthers(), auid, namespace, others.length)).map(
      (one) => one.artifactUuid!,
    );
  });

  it.each(others.map(([url, type], i) => [url, type, i] as const))(
    '%s is of its type',
    async (url, type, i) => {
      const mime = type?.split(';')[0] ?? 'unk';
      const path = `/artifacts/${uuids[i]}`;
      const payload = await service.client.get(`${path}/payload`, { namespace });
      expect(payload.headers.get('content-type')).toBe(type ?? 'application/octet-stream');
      expect(await payload.text()).toBe(BODY);
      const head = `HTTP/1.1 200 OK\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}Content-Length: ${BODY.length}\r\n\r\n`;
      expect(await text(`${path}/response`, { namespace })).toBe(`200 ${head}${BODY}`);
      const parts = await text(path, { namespace, includeContent: 'ALWAYS' });
      expect(parts).not.toContain('httpResponseHeader');
      if (type !== undefined) expect(parts).toContain(`Content-Type: ${type}\r\n`);
      const cdx = await text(`/replay/cdxb/${namespace}`, { url });
      expect(cdx.split(' ').slice(4, 6)).toEqual([mime, '-']);
      const memento = await service.client.get(`/replay/memento/${namespace}/20200203040506/${url}`);
      expect([memento.status, memento.headers.get('content-type')]).toEqual([
        200,
        type ?? 'application/octet-stream',
      ]);
    },
  );

  it('of HTTP without its head is of no type, where it is kept', async () => {
    const archive = gzip(record('http://headless.test/', BODY, HTTP));
    const { statuses } = await service.client.importArchive(archive, { auid, namespace, quarantine: true });
    expect(listStatuses(statuses)).toEqual(['OK']);
    const payload = await service.client.get(`/artifacts/${statuses[0]!.artifactUuid}/payload`, {
      namespace,
    });
    expect(payload.headers.get('content-type')).toBe('application/octet-stream');
  });
});

describe('the store', () => {
  it('is sound, and an index made from it alone holds the same', async () => {
    const keeper = await openKeeper(service);
    await keeper.walk();
    for (const auid of ['odd', 'others']) {
      expect((await writeFixityReport(keeper.db, { auid })).clean).toBe(true);
    }
    const used = await createUsedStore(async (client) => {
      await client.importArchive(archiveOfLines(), { auid: 'a' });
      await client.importArchive(archiveOfOthers(), { auid: 'a' });
    });
    const { database } = await runRebuild(used.store);
    expect(await dumpIndex(database)).toEqual(used.before);
    expect(used.before.artifacts).toHaveLength(odd.length + others.length);
  });
});
