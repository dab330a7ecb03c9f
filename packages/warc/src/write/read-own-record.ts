// Reads the two records that Holdfast writes to each segment: the warcinfo at its start and the manifest at its end.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip, type ZlibOptions } from 'node:zlib';

export interface ParsedManifest {
  /** WARC-Date: time at which the manifest was written. */
  dateMs: number;
  /** JSON lines of the manifest. */
  block: string;
}

const gunzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
const headerEnd = Buffer.from('\r\n\r\n');
const MAX_MANIFEST_BYTES = 1024 * 1024 * 1024;
const MAX_WARCINFO_BYTES = 256 * 1024;
const member = Buffer.from([0x1f, 0x8b, 0x08]);

/**
 * Reads a manifest. The bytes must be exactly its gzip member. Returns undefined if they are damaged or not a manifest.
 */
export async function readManifest(bytes: Uint8Array): Promise<ParsedManifest | undefined> {
  const record = await gunzipAsync(bytes, { maxOutputLength: MAX_MANIFEST_BYTES }).catch(() => undefined);
  const parsed = record && parseRecord(record);
  if (parsed?.get('warc-type') !== 'metadata' || parsed.get('content-type') !== 'application/x-ndjson') {
    return undefined;
  }
  const { block, length, behind } = parsed;
  if (block.length !== length || behind !== headerEnd.length) return undefined;
  return { dateMs: Date.parse(parsed.get('warc-date') ?? ''), block: block.toString() };
}

/**
 * Returns the manifest at the end of `tail`, and the index at which the manifest begins. Tries the last gzip members
 * first.
 */
export async function findManifest(tail: Buffer): Promise<(ParsedManifest & { at: number }) | undefined> {
  for (let at = tail.lastIndexOf(member); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(member, at - 1)) {
    const manifest = await readManifest(tail.subarray(at));
    if (manifest) return { ...manifest, at };
  }
  return undefined;
}

export interface ParsedWarcinfo {
  /** WARC-Date: time at which the segment was begun. */
  dateMs: number;
  fields: Record<string, string>;
}

/** Reads the warcinfo at the start of `beginning`, which may be truncated anywhere after this record. */
export async function readWarcinfo(beginning: Uint8Array): Promise<ParsedWarcinfo | undefined> {
  let inflated = Buffer.alloc(0);
  const pieces = Readable.from([beginning]).pipe(createGunzip());
  try {
    for await (const piece of pieces) {
      inflated = Buffer.concat([inflated, piece as Buffer]);
      const record = parseRecord(inflated);
      if (record && record.block.length === record.length) return parseWarcinfo(record);
      if (inflated.length > MAX_WARCINFO_BYTES) break;
    }
  } catch {
    // The gzip member is damaged or ends inside the record.
  }
  return undefined;
}

function parseWarcinfo({ get, block }: ParsedRecord): ParsedWarcinfo | undefined {
  if (get('warc-type') !== 'warcinfo') return undefined;
  const dateMs = Date.parse(get('warc-date') ?? '');
  return { dateMs, fields: Object.fromEntries(parseFieldLines(block.toString())) };
}

interface ParsedRecord {
  /** Returns the value of a header field by its lower-case name. */
  get(name: string): string | undefined;
  /** Available bytes of the block. */
  block: Buffer;
  /** Declared length of the block. */
  length: number;
  /** Number of available bytes after the block. */
  behind: number;
}

function parseRecord(bytes: Buffer): ParsedRecord | undefined {
  const end = bytes.indexOf(headerEnd);
  if (end < 0 || !bytes.subarray(0, 5).equals(Buffer.from('WARC/'))) return undefined;
  const header = new Map(
    parseFieldLines(bytes.subarray(0, end).toString()).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const length = Number(header.get('content-length') ?? Number.NaN);
  if (!Number.isSafeInteger(length)) return undefined;
  const block = bytes.subarray(end + headerEnd.length, end + headerEnd.length + length);
  const behind = bytes.length - end - headerEnd.length - block.length;
  return { get: (name) => header.get(name), block, length, behind };
}

/** Parses header fields written by this package, which are never folded. */
function parseFieldLines(text: string): [name: string, value: string][] {
  return text.split('\r\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
  });
}
