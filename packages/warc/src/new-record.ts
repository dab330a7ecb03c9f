// Writes WARC/1.1 records of our own as gzip members. Records that came in are never rewritten by this.
import { createHash, randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import { base32 } from './digest-text.ts';
import { formatWarcDate } from './warc-date.ts';

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

const LEVEL = 6;
const CHUNK_BYTES = 256 * 1024;
/** Up to here, handing the work to another thread costs more than the work. */
const SYNC_BYTES = 32 * 1024;
const gzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);
const RECORD_END = Buffer.from('\r\n\r\n', 'latin1');

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
  const blockDigest = record.blockDigest ?? sha1Label(createHash('sha1').update(block).digest());
  return Buffer.concat([recordHeader({ ...record, blockDigest }, block.length), block, RECORD_END]);
}

/** The same as one gzip member. Synchronous: for small blocks. */
export function recordMember(record: NewRecord, block: Uint8Array): Buffer {
  return gzipSync(wholeRecord(record, block), { level: LEVEL });
}

/**
 * A record whose block lies in memory as one gzip member; a long one is compressed off this thread. `beginning`: the
 * header and, if need be, what begins the block.
 */
export async function memberOf(beginning: Uint8Array, block: readonly Uint8Array[]): Promise<Buffer> {
  const record = Buffer.concat([beginning, ...block, RECORD_END]);
  const options = { level: LEVEL, chunkSize: Math.min(record.length + 1024, CHUNK_BYTES) };
  return record.length <= SYNC_BYTES ? gzipSync(record, options) : gzipAsync(record, options);
}

/**
 * A record as a stream that gives one gzip member. `block` in order and exactly `blockLength` bytes: the stream fails
 * with RangeError when it is not, and with the error of a source that fails.
 */
export function recordMemberStream(
  record: NewRecord,
  blockLength: number,
  block: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Readable {
  const gzip = createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES });
  const plain = Readable.from(plainRecord(recordHeader(record, blockLength), blockLength, block), {
    objectMode: false,
  });
  // The failure reaches whoever reads: pipeline destroys gzip with it.
  return pipeline(plain, gzip, () => {});
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

async function* plainRecord(
  header: Buffer,
  blockLength: number,
  block: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield header;
  let length = 0;
  for await (const piece of block) {
    length += piece.length;
    if (length > blockLength) break;
    if (piece.length > 0) yield piece;
  }
  if (length !== blockLength) throw new RangeError('The block is not as long as its Content-Length says.');
  yield RECORD_END;
}
