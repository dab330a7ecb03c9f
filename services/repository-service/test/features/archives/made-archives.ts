// Test helper: creates parts of archives for import tests.
import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type ImportStatus, makeResponseRecord } from '@holdfast/testkit';

let next = 0;

export const createAuid = () => `org|example|plugin&base_url~x&n~${next++}`;
export const listStatuses = (statuses: ImportStatus[]) => statuses.map(({ status }) => status);
export const toSha256 = (text: string | Buffer) =>
  `SHA-256:${createHash('sha256').update(text).digest('hex')}`;
export const makeResponse = (url: string, text: string) => makeResponseRecord(url, Buffer.from(text));
export const gzip = (...records: Buffer[]) => Buffer.concat(records.map((record) => gzipSync(record)));

export function makeHttpRecord(url: string, status: string, text = '', headers = ''): Buffer {
  const record = makeResponseRecord(url, Buffer.from(text)).toString('latin1');
  const head = `HTTP/1.1 ${status}\r\n${headers}\r\n`;
  const block = head + text;
  return Buffer.from(
    `${record.slice(0, record.indexOf('Content-Length'))}Content-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`,
    'latin1',
  );
}

const seenAgain = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Seen: again\r\n\r\n';

export function buildRevisit(url: string, fields: Record<string, string>, block = seenAgain): Buffer {
  const lines = [
    'WARC/1.1',
    'WARC-Type: revisit',
    `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
    'WARC-Date: 2021-01-01T00:00:00Z',
    `WARC-Target-URI: ${url}`,
    'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${block.length}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${block}\r\n\r\n`);
}
