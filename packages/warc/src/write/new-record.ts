// Writes the WARC/1.1 records that Holdfast creates: uncompressed records of any type, and the warcinfo and the
// manifest of a segment as gzip members.
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { encodeBase32, formatWarcDate } from '../bytes/header-values.ts';

export interface NewRecordIdentity {
  /** Record ID in the format `<urn:uuid:…>`. */
  recordId: string;
  dateMs: number;
  /** WARC-Filename: name of the WARC file that contains the record. */
  filename: string;
}

const gzipAsync = promisify(gzip);

/** Size of the chunks of compressed output. Large, because each chunk requires a round trip to another thread. */
const MANIFEST_CHUNK_BYTES = 256 * 1024;
/** Maximum length of a manifest's header. */
const HEADER_BYTES = 1024;

/** Returns a `warcinfo` record as one gzip member. Replaces line breaks in field values with spaces. */
export function makeWarcinfoMember(
  info: NewRecordIdentity & { fields: Readonly<Record<string, string>> },
): Buffer {
  const fields = { ...info.fields, format: 'WARC File Format 1.1' };
  const lines = Object.entries(fields).map(([name, value]): [string, string] => [name, toOneLine(value)]);
  const { recordId, dateMs, filename } = info;
  const record = formatWholeRecord(
    {
      type: 'warcinfo',
      recordId,
      dateMs,
      contentType: 'application/warc-fields',
      fields: [['WARC-Filename', toOneLine(filename)]],
    },
    Buffer.from(formatFieldLines(lines)),
  );
  return gzipSync(record);
}

/** Estimate of a manifest line's length, on the high side. */
const USUAL_BYTES_OF_LINE = 768;

/**
 * Returns a `metadata` record with about `count` JSON lines as one gzip member. Reads all lines synchronously, then
 * compresses them on another thread.
 */
export async function makeManifestMember(
  manifest: NewRecordIdentity & { lines: Iterable<string>; count?: number },
): Promise<Buffer> {
  const { recordId, dateMs, count = 0 } = manifest;
  const block = new LineBuffer(HEADER_BYTES, count * USUAL_BYTES_OF_LINE);
  try {
    for (const line of manifest.lines) block.add(line);
    const { lines } = block;
    const record = { type: 'metadata', recordId, dateMs, contentType: 'application/x-ndjson' } as const;
    const header = formatRecordHeader({ ...record, blockDigest: computeSha1Digest(lines) }, lines.length);
    // Half of a manifest consists of digests, which cannot be compressed, so a higher level would gain little.
    const options = { level: 1, chunkSize: MANIFEST_CHUNK_BYTES };
    return await gzipAsync(block.framed(header, RECORD_END), options);
  } finally {
    block.release();
  }
}

/** Replaces control characters with spaces, because a line break in a value could begin another field. */
function toOneLine(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
  return value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]+/g, ' ');
}

export type NewRecord = {
  type: 'warcinfo' | 'response' | 'resource' | 'metadata' | 'revisit' | 'request';
  /** Record ID including `<` and `>`; see `createRecordId`. */
  recordId: string;
  dateMs: number;
  /** WARC-Target-URI. Control characters are percent-encoded, because a header line cannot contain them. */
  targetUri?: string;
  contentType?: string;
  /** Block digest in the format `sha1:…`; see `formatSha1Digest`. */
  blockDigest?: string;
  payloadDigest?: string;
  /** Additional fields, in order. */
  fields?: readonly (readonly [name: string, value: string])[];
};

/** End of every record. */
const RECORD_END = Buffer.from('\r\n\r\n', 'latin1');

/** Content-Type of a response's block. */
export const HTTP_RESPONSE_TYPE = 'application/http;msgtype=response';

/** Returns a record ID `<urn:uuid:…>` with the given UUID or a new random one. */
export function createRecordId(uuid: string = randomUUID()): string {
  return `<urn:uuid:${uuid}>`;
}

/** Formats a digest as `sha1:` and base32, which every WARC tool can read. */
export function formatSha1Digest(digest: Uint8Array): string {
  return `sha1:${encodeBase32(digest)}`;
}

/** Computes the SHA-1 of the bytes and formats it as `sha1:…`. */
function computeSha1Digest(bytes: Uint8Array): string {
  return formatSha1Digest(createHash('sha1').update(bytes).digest());
}

/** Returns the header of a record with the empty line. Throws RangeError if a name or value is not allowed in it. */
export function formatRecordHeader(record: NewRecord, blockLength: number): Buffer {
  const lines: [string, string | undefined][] = [
    ['WARC-Type', record.type],
    ['WARC-Record-ID', record.recordId],
    ['WARC-Date', formatWarcDate(record.dateMs)],
    ['WARC-Target-URI', record.targetUri === undefined ? undefined : escapeUri(record.targetUri)],
    ...(record.fields ?? []).map(([name, value]): [string, string] => [name, value]),
    ['WARC-Block-Digest', record.blockDigest],
    ['WARC-Payload-Digest', record.payloadDigest],
    ['Content-Type', record.contentType],
    ['Content-Length', String(blockLength)],
  ];
  const written = lines.filter(([, value]) => value !== undefined);
  return Buffer.from(`WARC/1.1\r\n${formatFieldLines(written as [string, string][])}\r\n`, 'utf8');
}

/** Returns a complete uncompressed record whose block is in memory, with a block digest. */
export function formatWholeRecord(record: NewRecord, block: Uint8Array): Buffer {
  const blockDigest = record.blockDigest ?? computeSha1Digest(block);
  return Buffer.concat([formatRecordHeader({ ...record, blockDigest }, block.length), block, RECORD_END]);
}

/** Formats `Name: value` lines. Throws RangeError if a name is not a token or a value contains control characters. */
function formatFieldLines(fields: readonly (readonly [name: string, value: string])[]): string {
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

function escapeUri(uri: string): string {
  if (!hasControl(uri) && uri === uri.trim() && !uri.includes('\t')) return uri;
  return Array.from(uri, (char, at) => {
    const edge = (at === 0 || at === uri.length - 1) && char.trim() === '';
    return edge || isControl(char.charCodeAt(0)) || char === '\t' ? encodeURIComponent(char) : char;
  }).join('');
}

const FIRST_BYTES = 64 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_OF_CHARACTER = 3;
const LINE_FEED = 0x0a;

/** Collects lines of text as bytes. Encodes each line immediately, so that its string can be garbage-collected. */
export class LineBuffer {
  readonly #headRoom: number;
  #memory: ArrayBuffer;
  #room: Buffer;
  #end: number;

  /**
   * Creates an empty buffer. `headRoom` is the number of bytes to reserve before the first line. `usualBytes` is the
   * expected total size of the lines.
   */
  constructor(headRoom: number, usualBytes = 0) {
    this.#headRoom = headRoom;
    // Allocates more than necessary: unused memory costs nothing, but growing requires copying.
    this.#memory = new ArrayBuffer(headRoom + FIRST_BYTES + usualBytes);
    this.#room = Buffer.from(this.#memory);
    this.#end = headRoom;
  }

  /** Adds the line and a line feed. */
  add(line: string): void {
    this.#reserve(MAX_BYTES_OF_CHARACTER * line.length + 1);
    this.#end += this.#room.write(line, this.#end);
    this.#room[this.#end++] = LINE_FEED;
  }

  /** Lines added so far. */
  get lines(): Buffer {
    return this.#room.subarray(this.#headRoom, this.#end);
  }

  /**
   * Returns the lines, preceded by `head` and followed by `tail`. `head` must fit in the bytes reserved before the
   * lines. No lines can be added afterwards.
   */
  framed(head: Uint8Array, tail: Uint8Array): Buffer {
    this.#reserve(tail.length);
    const start = this.#headRoom - head.length;
    this.#room.set(head, start);
    this.#room.set(tail, this.#end);
    return this.#room.subarray(start, this.#end + tail.length);
  }

  /** Frees the memory at once, including all returned bytes. The garbage collector would free it much later. */
  release(): void {
    this.#memory.transfer(0);
  }

  #reserve(bytes: number): void {
    const wanted = this.#end + bytes;
    if (wanted <= this.#room.length) return;
    this.#memory = this.#memory.transfer(Math.max(wanted, 1.5 * this.#room.length));
    this.#room = Buffer.from(this.#memory);
  }
}
