// Detects the compression and the record format of an input from its first bytes.
import { beginsWithArcRecord } from '../arc/arc-header-parser.ts';
import { mayBeginRecord, WARC_MAGIC_BYTES } from '../head/warc-header.ts';

export type ArchiveCompression = 'gzip' | 'zstd' | 'zip' | 'none';
export type RecordFormat = 'warc' | 'arc';

const PACKINGS: readonly (readonly [packing: ArchiveCompression, magic: Buffer])[] = [
  ['gzip', Buffer.from([0x1f, 0x8b])],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  // Magic numbers of skippable zstandard frames, which may come first and contain a dictionary or other data.
  ...Array.from({ length: 16 }, (_, low): [ArchiveCompression, Buffer] => [
    'zstd',
    Buffer.from([0x50 + low, 0x2a, 0x4d, 0x18]),
  ]),
  ['zip', Buffer.from('PK\x03\x04', 'latin1')],
  ['zip', Buffer.from('PK\x05\x06', 'latin1')],
];
const FILEDESC = Buffer.from('filedesc://', 'latin1');

/** Returns the compression of an input that begins with `first`, or undefined if more bytes are needed to decide. */
export function detectCompression(first: Uint8Array): ArchiveCompression | undefined {
  const begun = PACKINGS.filter(([, magic]) => sharePrefix(first, first.length, magic));
  if (begun.length === 0) return 'none';
  return begun.find(([, magic]) => first.length >= magic.length)?.[0];
}

/**
 * Returns the format of records that begin with bytes[0, end), or `neither` if it is not supported. Returns undefined
 * if more bytes are needed to decide.
 */
export function detectRecordFormat(bytes: Uint8Array, end: number): RecordFormat | 'neither' | undefined {
  if (mayBeginRecord(bytes, 0, end)) return end >= WARC_MAGIC_BYTES ? 'warc' : undefined;
  if (sharePrefix(bytes, end, FILEDESC)) return end >= FILEDESC.length ? 'arc' : undefined;
  const isArc = beginsWithArcRecord(bytes, end);
  return isArc === undefined ? undefined : isArc ? 'arc' : 'neither';
}

/** Returns whether either byte sequence is a prefix of the other. */
function sharePrefix(bytes: Uint8Array, end: number, magic: Uint8Array): boolean {
  const length = Math.min(magic.length, end);
  for (let at = 0; at < length; at++) if (bytes[at] !== magic[at]) return false;
  return true;
}
