// GET /replay/warcs for artifacts imported from revisits: a complete response record, with the same bytes for each
// request.
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openStoredRecord } from '@holdfast/warc';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService } from '../../service.ts';
import { buildRevisit, makeWarcRecord } from './made-records.ts';
import { makeReplayRequests, type ReplayRequests, readBytes } from './replay-requests.ts';

let ask: ReplayRequests;

beforeAll(async () => {
  ask = makeReplayRequests(await startTestService());
});

describe('the archive of an artifact made from a revisit', () => {
  const url = 'http://revisit.example/page';
  const payload = Buffer.from('the payload, said once\n'.repeat(9_000));
  const chunked = Buffer.concat([
    Buffer.from(`${payload.length.toString(16)}\r\n`),
    payload,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const gzipHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nX-First: yes\r\n\r\n';
  const originals = {
    plain: Buffer.concat([Buffer.from(gzipHead), payload]),
    chunked: Buffer.concat([
      Buffer.from(gzipHead.replace('X-First', 'Transfer-Encoding: chunked\r\nX-First')),
      chunked,
    ]),
  };
  const heads = {
    own: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Second: yes\r\n\r\n',
    'own, chunked': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Second: yes\r\n\r\n',
    'own, without a blank line': 'HTTP/1.1 200 OK\r\nX-Second: yes',
    'own, with bare line feeds': 'HTTP/1.1 200 OK\nX-Second: yes\nX-Third: 3\n\n',
    none: '',
    'not modified': 'HTTP/1.1 304 Not Modified\r\nX-Second: yes\r\n\r\n',
  };
  const cases = Object.entries(originals).flatMap(([kind, block]) =>
    Object.entries(heads).map(([which, head]) => ({ kind, which, block, head })),
  );

  it.each(cases)(
    'is a whole response (original: $kind, head: $which)',
    async ({ kind, which, block, head }) => {
      const pageUrl = `${url}/${kind}/${encodeURIComponent(which)}`;
      const original = makeWarcRecord('response', pageUrl, '2020-01-01T00:00:00Z', block);
      const refersTo = {
        'WARC-Refers-To-Target-URI': pageUrl,
        'WARC-Refers-To-Date': '2020-01-01T00:00:00Z',
      };
      const revisit = buildRevisit(pageUrl, '2021-02-03T04:05:06Z', head, refersTo);
      const file = Buffer.concat([gzipSync(original), gzipSync(revisit)]);
      const [, name] = await ask.imported(file, { storeDuplicate: true });
      const plain = await readBytes(await ask.get(`${name}.warc`));
      const member = await readBytes(await ask.get(`${name}.warc.gz`));
      expect(gunzipSync(member).equals(plain)).toBe(true);
      const [, line] = await ask.cdx(pageUrl);
      expect(line!.split(' ')[8]).toBe(String(member.length));

      const record = await openStoredRecord(Readable.from([member]));
      expect(record.type).toBe('response');
      expect(record.header.toString()).toContain(`WARC-Target-URI: ${pageUrl}\r\n`);
      expect(record.header.toString()).toContain('WARC-Date: 2021-02-03T04:05:06.000Z\r\n');
      const ownHead = !['none', 'not modified'].includes(which);
      expect(record.http!.status).toBe(200);
      expect(record.http!.get('x-second')).toBe(ownHead ? 'yes' : undefined);
      expect(record.http!.get('x-first')).toBe(ownHead ? undefined : 'yes');
      expect(record.http!.get('transfer-encoding')).toBeUndefined();
      expect((await buffer(record.body({ dechunk: false }))).equals(payload)).toBe(true);

      for (const [form, whole] of [
        ['warc', plain],
        ['warc.gz', member],
      ] as const) {
        for (const [start, end] of [
          [0, 9],
          [600, 1_200],
          [65_000, 140_000],
          [whole.length - 9, whole.length - 1],
        ] as const) {
          const part = await ask.get(`${name}.${form}`, { range: `bytes=${start}-${end}` });
          expect((await readBytes(part)).equals(whole.subarray(start, end + 1))).toBe(true);
        }
      }
    },
  );
});

describe('the archive of a revisit of a resource', () => {
  it('is a response with a head made for it', async () => {
    const url = 'http://revisit.example/resource';
    const fields = {
      'WARC-Refers-To-Target-URI': `${url}/original`,
      'WARC-Refers-To-Date': '2020-01-01T00:00:00Z',
    };
    const original = makeWarcRecord(
      'resource',
      `${url}/original`,
      '2020-01-01T00:00:00Z',
      Buffer.from('plain text'),
    );
    const typed = Buffer.from(
      original.toString().replace(/^Content-Type: .*$/m, 'Content-Type: text/plain; charset=utf-8\r'),
    );
    const file = Buffer.concat([
      gzipSync(typed),
      gzipSync(buildRevisit(url, '2021-01-01T00:00:00Z', '', fields)),
    ]);
    const [, name] = await ask.imported(file, { storeDuplicate: true });
    const record = await openStoredRecord(Readable.from([await readBytes(await ask.get(`${name}.warc.gz`))]));
    expect(record.http!.bytes.toString()).toMatch(
      /^HTTP\/1\.1 200 OK\r\nContent-Type: text\/plain; charset=utf-8 *\r\n\r\n$/,
    );
    expect(await text(record.body({ dechunk: false }))).toBe('plain text');
  });
});
