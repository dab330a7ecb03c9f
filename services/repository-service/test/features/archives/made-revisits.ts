// Test helper: creates captures and revisits with a given date, digest and HTTP header block.
import { createHash, randomUUID } from 'node:crypto';

export const ROOT = 'http://netpreserve.org/warc';
export const SAME_DIGEST = `${ROOT}/1.1/revisit/identical-payload-digest`;
export const NOT_MODIFIED = `${ROOT}/1.1/revisit/server-not-modified`;

export interface MadeRecord {
  readonly type?: string;
  readonly url: string;
  readonly date: string;
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly head?: string;
  readonly body?: string;
}

/** Returns a capture. Its default HTTP header block is a plain 200 response. */
export function makeCapture(
  url: string,
  body: string,
  date: string,
  { head, fields }: Pick<MadeRecord, 'head' | 'fields'> = {},
): Buffer {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n';
  return makeRecord({ url, date, head: head ?? ok, body, ...(fields && { fields }) });
}

/** Returns a revisit. By default, it has no HTTP header block. */
export function makeRevisit(url: string, date: string, fields: MadeRecord['fields'], head = ''): Buffer {
  return makeRecord({ type: 'revisit', url, date, head, fields: { 'WARC-Profile': SAME_DIGEST, ...fields } });
}

export function makeRecord({
  type = 'response',
  url,
  date,
  fields = {},
  head = '',
  body = '',
}: MadeRecord): Buffer {
  const block = head + body;
  const lines = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
    `WARC-Date: ${date}`,
    `WARC-Target-URI: ${url}`,
    ...Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    `Content-Type: application/http; msgtype=${type === 'request' ? 'request' : 'response'}`,
    `Content-Length: ${Buffer.byteLength(block)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${block}\r\n\r\n`);
}

export function findRecordId(made: Buffer): string {
  return /WARC-Record-ID: (.*)\r\n/.exec(made.toString('latin1'))![1]!;
}

export function formatDigest(text: string, algorithm = 'sha1'): string {
  return createHash(algorithm).update(text).digest('hex');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Formats a SHA-1 as Heritrix and most other crawlers do. */
export function encodeSha1(text: string): string {
  let bits = '';
  for (const byte of createHash('sha1').update(text).digest()) bits += byte.toString(2).padStart(8, '0');
  return `sha1:${bits
    .match(/.{5}/g)!
    .map((five) => BASE32[Number.parseInt(five, 2)])
    .join('')}`;
}
