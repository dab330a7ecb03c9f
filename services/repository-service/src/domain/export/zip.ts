// Creates the headers of a ZIP file with uncompressed entries (APPNOTE 6.3, with ZIP64 where necessary). Entry sizes
// determine every offset, so byte ranges can be served without reading the entries.

export interface ZipEntry {
  /** Name in ASCII. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly crc32: number;
}

export interface ZipEntryWithOffset extends ZipEntry {
  /** Offset of the entry's local header. */
  readonly offset: number;
}

const MOST_32 = 0xffff_ffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** 1 January 1980, the earliest date in the format. A fixed date makes equal exports byte-identical. */
const DOS_DATE = 0x0021;
const MADE_BY_UNIX = 3 << 8;
const REGULAR_FILE = 0o100644 * 0x1_0000;

export function encodeLocalHeader({ name, sizeBytes, crc32 }: ZipEntry): Buffer {
  const isLong = sizeBytes >= MOST_32;
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(isLong ? VERSION_ZIP64 : VERSION, 4);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt32LE(crc32, 14);
  head.writeUInt32LE(isLong ? MOST_32 : sizeBytes, 18);
  head.writeUInt32LE(isLong ? MOST_32 : sizeBytes, 22);
  head.writeUInt16LE(name.length, 26);
  const extra = encodeZip64Extra(isLong ? [sizeBytes, sizeBytes] : []);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, Buffer.from(name, 'latin1'), extra]);
}

/** Returns the central directory. `offset`: offset of the directory in the file. */
export function encodeCentralDirectory(entries: readonly ZipEntryWithOffset[], offset: number): Buffer {
  const files = Buffer.concat(entries.map(encodeDirectoryEntry));
  const isLong = offset >= MOST_32;
  return Buffer.concat([
    files,
    ...(isLong ? [encodeZip64End(entries.length, files.length, offset)] : []),
    encodeEndRecord(entries.length, files.length, isLong ? MOST_32 : offset),
  ]);
}

function encodeDirectoryEntry({ name, sizeBytes, crc32, offset }: ZipEntryWithOffset): Buffer {
  const isLong = sizeBytes >= MOST_32;
  const isFar = offset >= MOST_32;
  const extra = encodeZip64Extra([...(isLong ? [sizeBytes, sizeBytes] : []), ...(isFar ? [offset] : [])]);
  const head = Buffer.alloc(46);
  const version = isLong || isFar ? VERSION_ZIP64 : VERSION;
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(MADE_BY_UNIX | version, 4);
  head.writeUInt16LE(version, 6);
  head.writeUInt16LE(DOS_DATE, 14);
  head.writeUInt32LE(crc32, 16);
  head.writeUInt32LE(isLong ? MOST_32 : sizeBytes, 20);
  head.writeUInt32LE(isLong ? MOST_32 : sizeBytes, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(REGULAR_FILE, 38);
  head.writeUInt32LE(isFar ? MOST_32 : offset, 42);
  return Buffer.concat([head, Buffer.from(name, 'latin1'), extra]);
}

function encodeZip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [i, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
  return extra;
}

/** Returns the ZIP64 end of central directory record and its locator. */
function encodeZip64End(entries: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12);
  end.writeUInt16LE(VERSION_ZIP64, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + directoryBytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

function encodeEndRecord(entries: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
