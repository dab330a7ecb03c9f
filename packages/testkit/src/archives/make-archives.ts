// Generates ARC, Zstandard and ZIP files.
import { constants, crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';

export type ArcFields = { ip?: string; date?: string; mime?: string; length?: string; separator?: string };

/** Returns the filedesc record, the first record of an ARC file. */
export function makeFiledesc(version: 1 | 2 = 1, name = 'test.arc'): Buffer {
  const fields =
    version === 1
      ? 'URL IP-address Archive-date Content-type Archive-length'
      : 'URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length';
  const block = `${version} 0 Test\n${fields}\n`;
  const rest = version === 1 ? '' : '200 - - 0 test.arc ';
  return Buffer.from(
    `filedesc://${name} 127.0.0.1 20240203040506 text/plain ${rest}${block.length}\n${block}\n`,
  );
}

/** Returns one record of an ARC file. `rest` contains the additional header fields of ARC version 2. */
export function makeArcRecord(
  url: string,
  block: Uint8Array | string,
  fields: ArcFields = {},
  rest = '',
): Buffer {
  const body = Buffer.from(block as Uint8Array);
  const { ip = '192.0.2.1', date = '20240203040506', mime = 'text/html', separator = '\n' } = fields;
  const header = `${url} ${ip} ${date} ${mime} ${rest}${fields.length ?? body.length}\n`;
  return Buffer.concat([Buffer.from(header, 'latin1'), body, Buffer.from(separator)]);
}

const CHECKSUM = { [constants.ZSTD_c_checksumFlag]: 1 };

/** Returns one Zstandard frame with a checksum, as in compressed WARC files. */
export function makeZstdFrame(bytes: Uint8Array, dictionary?: Buffer): Buffer {
  return zstdCompressSync(bytes, { params: CHECKSUM, ...(dictionary && { dictionary }) });
}

/** Returns a skippable Zstandard frame. */
export function makeSkippableFrame(magic: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(magic);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

export type ZipPart = {
  name: string;
  content: Uint8Array;
  deflated?: boolean;
  /**
   * Adds a data descriptor after the content: with size fields of 4 bytes (`short`), of 8 bytes (`long`), or of 4 bytes
   * but without a signature (`unsigned`).
   */
  descriptor?: 'short' | 'long' | 'unsigned';
  zip64?: boolean;
  method?: number;
  flags?: number;
  crc?: number;
};

/** Returns a ZIP file and the offset of each entry's content. */
export function makeZip(parts: readonly ZipPart[]): {
  bytes: Buffer;
  offsets: number[];
  directoryAt: number;
} {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    at += piece.length;
  };
  for (const part of parts) {
    const stored = part.deflated ? deflateRawSync(part.content) : Buffer.from(part.content);
    const crc = part.crc ?? crc32(part.content);
    const isKnown = part.descriptor === undefined;
    const name = Buffer.from(part.name);
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE((part.flags ?? 0) | (isKnown ? 0 : 8), 6);
    local.writeUInt16LE(part.method ?? (part.deflated ? 8 : 0), 8);
    local.writeUInt32LE(isKnown ? crc : 0, 14);
    local.writeUInt32LE(isKnown ? (part.zip64 ? 0xffffffff : stored.length) : 0, 18);
    local.writeUInt32LE(isKnown ? (part.zip64 ? 0xffffffff : part.content.length) : 0, 22);
    local.writeUInt16LE(name.length, 26);
    const extra = part.zip64 ? Buffer.alloc(20) : Buffer.alloc(0);
    if (part.zip64) {
      extra.writeUInt16LE(1);
      extra.writeUInt16LE(16, 2);
      extra.writeBigUInt64LE(BigInt(part.content.length), 4);
      extra.writeBigUInt64LE(BigInt(stored.length), 12);
    }
    local.writeUInt16LE(extra.length, 28);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.alloc(42), name]));
    add(Buffer.concat([local, name, extra]));
    offsets.push(at);
    add(stored);
    if (!isKnown) add(descriptor(part.descriptor!, crc, stored.length, part.content.length));
  }
  const directoryAt = at;
  add(Buffer.concat([...directory, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]));
  return { bytes: Buffer.concat(pieces), offsets, directoryAt };
}

function descriptor(
  kind: NonNullable<ZipPart['descriptor']>,
  crc: number,
  stored: number,
  size: number,
): Buffer {
  const all = Buffer.alloc(24);
  all.write('PK\x07\x08', 'latin1');
  all.writeUInt32LE(crc, 4);
  if (kind === 'long') {
    all.writeBigUInt64LE(BigInt(stored), 8);
    all.writeBigUInt64LE(BigInt(size), 16);
    return all;
  }
  all.writeUInt32LE(stored, 8);
  all.writeUInt32LE(size, 12);
  return all.subarray(kind === 'unsigned' ? 4 : 0, 16);
}
