// Parses the local header and the data descriptor of an entry, in a zip file that is read as a stream (APPNOTE, with
// zip64). Does not use the central directory at the end of the file.

export type ZipEntry = {
  name: string;
  method: number;
  isEncrypted: boolean;
  /** True if sizes and checksum are in a descriptor after the entry. */
  hasDescriptor: boolean;
  crc32: number;
  /** Compressed size in bytes. Undefined if only the descriptor contains it. */
  storedBytes: number | undefined;
  /** Size of the local header in bytes. */
  headerBytes: number;
};

export const ZIP_STORED = 0;
export const ZIP_DEFLATED = 8;

export const LOCAL_HEADER_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
const DESCRIPTOR = Buffer.from('PK\x07\x08', 'latin1');
/** Signatures at the start of the central directory, with and without entries. */
const DIRECTORY = ['PK\x01\x02', 'PK\x05\x06', 'PK\x06\x06', 'PK\x06\x08'];

const FIXED_BYTES = 30;
const ZIP64 = 1;
const IN_ZIP64 = 0xffffffff;
/** Maximum length of a descriptor: signature, checksum and two sizes of 8 bytes. */
const MAX_DESCRIPTOR_BYTES = 24;
/** Number of bytes that must be available to recognize a descriptor and the signature after it. */
export const DESCRIPTOR_LOOKAHEAD_BYTES = MAX_DESCRIPTOR_BYTES + 2;

/** Parses the local header at buffer[at]. Returns undefined if it is incomplete. */
export function parseZipEntryAt(buffer: Buffer, at: number): ZipEntry | undefined {
  if (buffer.length - at < FIXED_BYTES) return undefined;
  const nameBytes = buffer.readUInt16LE(at + 26);
  const extraBytes = buffer.readUInt16LE(at + 28);
  const headerBytes = FIXED_BYTES + nameBytes + extraBytes;
  if (buffer.length - at < headerBytes) return undefined;
  const flags = buffer.readUInt16LE(at + 6);
  const hasDescriptor = (flags & 8) !== 0;
  const extraAt = at + FIXED_BYTES + nameBytes;
  const stored = buffer.readUInt32LE(at + 18);
  const storedBytes =
    stored === IN_ZIP64 ? readZip64Size(buffer.subarray(extraAt, extraAt + extraBytes)) : stored;
  return {
    name: buffer.toString('utf8', at + FIXED_BYTES, extraAt),
    method: buffer.readUInt16LE(at + 8),
    isEncrypted: (flags & 1) !== 0,
    hasDescriptor,
    crc32: buffer.readUInt32LE(at + 14),
    // Some writers add a descriptor even though the header contains the size.
    storedBytes: hasDescriptor && (storedBytes === 0 || storedBytes === undefined) ? undefined : storedBytes,
    headerBytes,
  };
}

/** Returns the name for messages: quoted, shortened, and with control characters escaped. */
export function formatEntryName({ name }: ZipEntry): string {
  return JSON.stringify(name.slice(0, 200));
}

/** Returns whether the central directory begins at buffer[at]. */
export function isZipDirectoryAt(buffer: Buffer, at: number): boolean {
  return DIRECTORY.includes(buffer.toString('latin1', at, at + 4));
}

/**
 * Parses the descriptor at buffer[at] of an entry of `storedBytes` bytes. Returns its length and checksum, or undefined
 * if this entry's descriptor is not at this position.
 */
export function parseDescriptorAt(
  buffer: Buffer,
  at: number,
  storedBytes: number,
): { lengthBytes: number; crc32: number } | undefined {
  const isSigned = buffer.indexOf(DESCRIPTOR, at) === at;
  const crcAt = isSigned ? at + 4 : at;
  const sizeAt = crcAt + 4;
  if (buffer.length < sizeAt + 8) return undefined;
  const crc32 = buffer.readUInt32LE(crcAt);
  const signed = isSigned ? 4 : 0;
  if (buffer.length >= sizeAt + 16 && readUInt64(buffer, sizeAt) === storedBytes) {
    const isLong =
      buffer.length < sizeAt + 18 || buffer.toString('latin1', sizeAt + 16, sizeAt + 18) === 'PK';
    if (isLong) return { lengthBytes: signed + 20, crc32 };
  }
  return buffer.readUInt32LE(sizeAt) === storedBytes ? { lengthBytes: signed + 12, crc32 } : undefined;
}

/**
 * Finds the first descriptor at or after buffer[at] that declares the actual size of the entry. `storedBytes` is the
 * size of the entry's data before `at`. If there is no descriptor, returns the end of the bytes that are certainly data
 * of the entry. `isFinal` is true if no input follows the buffer.
 */
export function findDescriptor(
  buffer: Buffer,
  at: number,
  storedBytes: number,
  isFinal: boolean,
): { at: number; descriptor?: { lengthBytes: number; crc32: number } } {
  let found = buffer.indexOf(DESCRIPTOR, at);
  for (; found >= 0; found = buffer.indexOf(DESCRIPTOR, found + 1)) {
    if (buffer.length - found < DESCRIPTOR_LOOKAHEAD_BYTES && !isFinal) break;
    const descriptor = parseDescriptorAt(buffer, found, storedBytes + found - at);
    if (descriptor !== undefined) return { at: found, descriptor };
  }
  const behind = buffer.length - (isFinal ? 0 : countSignatureBytes(buffer));
  return { at: Math.max(at, found < 0 ? behind : found) };
}

/** Returns the number of bytes at the end of the buffer that may be the start of a descriptor's signature. */
function countSignatureBytes(buffer: Buffer): number {
  for (let length = DESCRIPTOR.length - 1; length > 0; length--) {
    if (buffer.subarray(-length).equals(DESCRIPTOR.subarray(0, length))) return length;
  }
  return 0;
}

function readZip64Size(extra: Buffer): number | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    // A local header contains both sizes, the uncompressed size first.
    if (extra.readUInt16LE(at) === ZIP64 && at + 20 <= extra.length) return readUInt64(extra, at + 12);
  }
  return undefined;
}

function readUInt64(buffer: Buffer, at: number): number {
  return Number(buffer.readBigUInt64LE(at));
}
