// Records with a WARC version that other software cannot read, such as 1.2, can be imported. Exported files never
// declare such a version.
import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { makeRecord } from '../archives/made-revisits.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

const DATE = '2020-01-01T00:00:00Z';
const LARGE = randomBytes(1_600_000).toString('base64');
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n';
const packings: [name: string, pack: (records: Buffer[]) => Buffer][] = [
  ['plain', (records) => Buffer.concat(records)],
  ['a member each', (records) => Buffer.concat(records.map((record) => gzipSync(record)))],
  ['in one member', (records) => gzipSync(Buffer.concat(records))],
];
const versions = ['1.2', '1.10', '0.9', '0.17', '0.18', '1.0', '1.1'];
const readable = /^WARC\/(?:0\.17|0\.18|1\.0|1\.1)\r\n/;

it.each(packings.flatMap(([name, pack]) => versions.map((version) => ({ name, pack, version }))))(
  'records of WARC/$version, $name, are readable for others',
  async ({ name, pack, version }) => {
    const auid = `${version} ${name}`;
    const url = `http://versions.test/${encodeURIComponent(auid)}`;
    const request = { type: 'request', head: 'GET / HTTP/1.1\r\n\r\n' };
    const records = [
      makeRecord({ type: 'warcinfo', url, date: DATE, body: 'software: x\r\n' }),
      makeRecord({ ...request, url, date: DATE }),
      makeRecord({ url, date: DATE, head: HEAD, body: 'small' }),
      ...(version === '1.2' ? [makeRecord({ url: `${url}large`, date: DATE, head: HEAD, body: LARGE })] : []),
    ].map((record) => Buffer.concat([Buffer.from(`WARC/${version}`), record.subarray('WARC/1.1'.length)]));
    const { statuses } = await service.client.importArchive(pack(records), { auid });
    const isKnown = readable.test(`WARC/${version}\r\n`);
    for (const { status, statusMessage, artifactUuid } of statuses) {
      expect(status).toBe('OK');
      if (isKnown) expect(statusMessage).toBeUndefined();
      else expect(statusMessage).toContain(`declares WARC/${version}`);
      const replayed = await service.client.bytes(`/replay/warcs/default:${artifactUuid}.warc`);
      expect(replayed.toString('latin1')).toMatch(readable);
    }
    const answer = await service.client.get('/exports/default.warc.gz', { auid });
    const exported = gunzipSync(Buffer.from(await answer.arrayBuffer()));
    const afterVersion = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\r\n'));
    for (const record of records) expect(exported.includes(afterVersion(record))).toBe(true);
    const lines = exported.toString('latin1').match(/WARC\/\d+\.\d+\r\n/g) ?? [];
    expect(lines).toHaveLength(records.length);
    for (const line of lines) expect(line).toMatch(readable);
  },
);
