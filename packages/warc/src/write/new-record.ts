// Writes WARC/1.1 records of our own, not compressed. Records that came in are never rewritten by this.
import { createHash, randomUUID } from 'node:crypto';
import { base32 } from '../bytes/digest-text.ts';
import { formatWarcDate } from '../bytes/warc-date.ts';

export type NewRecord = {
  type: 'warcinfo' | 'response' | 'resource' | 'metadata' | 'revisit' | 'request';
  /** With its `<` and `>`: see `newRecordId`. */
  recordId: string;
  dateMs: number;
  /** Control characters in it are written percent-encoded: a header line has no other place for them. */
  targetUri?: string;
  contentType?: string;
  /** `sha1:…` as it is to be written; see `sha1Label`. */
  blockDigest?: string;
  payloadDigest?: string;
  /** Any others, in order. */
  fields?: readonly (readonly [name: string, value: string])[];
};

/** What every record ends with. */
export const RECORD_END = Buffer.from('\r\n\r\n', 'latin1');

/** Content-Type of a response's block. */
export const HTTP_RESPONSE = 'application/http;msgtype=response';

/** `<urn:uuid:…>` of the given uuid, or of a new random one. */
export function newRecordId(uuid: string = randomUUID()): string {
  return `<urn:uuid:${uuid}>`;
}

/** `sha1:` and base32, the spelling that every tool reads. */
export function sha1Label(digest: Uint8Array): string {
  return `sha1:${base32(digest)}`;
}

/** The label of what these bytes digest to. */
export function sha1Digest(bytes: Uint8Array): string {
  return sha1Label(createHash('sha1').update(bytes).digest());
}

/** The header of a record, blank line included. Throws RangeError when a name or value cannot stand in a header. */
export function recordHeader(record: NewRecord, blockLength: number): Buffer {
  const lines: [string, string | undefined][] = [
    ['WARC-Type', record.type],
    ['WARC-Record-ID', record.recordId],
    ['WARC-Date', formatWarcDate(record.dateMs)],
    ['WARC-Target-URI', record.targetUri === undefined ? undefined : safeUri(record.targetUri)],
    ...(record.fields ?? []).map(([name, value]): [string, string] => [name, value]),
    ['WARC-Block-Digest', record.blockDigest],
    ['WARC-Payload-Digest', record.payloadDigest],
    ['Content-Type', record.contentType],
    ['Content-Length', String(blockLength)],
  ];
  const written = lines.filter(([, value]) => value !== undefined);
  return Buffer.from(`WARC/1.1\r\n${fieldLines(written as [string, string][])}\r\n`, 'utf8');
}

/** A whole record whose block lies in memory, not compressed; its block digest is added. */
export function wholeRecord(record: NewRecord, block: Uint8Array): Buffer {
  const blockDigest = record.blockDigest ?? sha1Digest(block);
  return Buffer.concat([recordHeader({ ...record, blockDigest }, block.length), block, RECORD_END]);
}

/** `Name: value` lines. Throws RangeError when a name is no token or a value has control characters. */
export function fieldLines(fields: readonly (readonly [name: string, value: string])[]): string {
  let lines = '';
  for (const [name, value] of fields) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(name))
      throw new RangeError('A header name is not a token.');
    if (hasControl(value)) throw new RangeError(`The value of ${name} contains control characters.`);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

function hasControl(value: string): boolean {
  for (let at = 0; at < value.length; at++) if (isControl(value.charCodeAt(at))) return true;
  return false;
}

function isControl(code: number): boolean {
  return (code < 32 && code !== 9) || code === 127;
}

function safeUri(uri: string): string {
  if (!hasControl(uri) && uri === uri.trim() && !uri.includes('\t')) return uri;
  return Array.from(uri, (char, at) => {
    const edge = (at === 0 || at === uri.length - 1) && char.trim() === '';
    return edge || isControl(char.charCodeAt(0)) || char === '\t' ? encodeURIComponent(char) : char;
  }).join('');
}
