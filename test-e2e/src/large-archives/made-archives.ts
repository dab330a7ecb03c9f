// Generates archives of any size as streams. Their records are distinct and incompressible. Each pass over an archive
// yields the same bytes.
import { hash, randomBytes } from 'node:crypto';
import { crc32, gzipSync } from 'node:zlib';
import { makeResponseRecord } from '@holdfast/testkit';

export type ArchiveKind = 'WARC' | 'WACZ';

export interface LargeArchive {
  readonly records: number;
  /** Digest of each payload sent so far, in order. */
  readonly digests: string[];
  bytes(): AsyncGenerator<Buffer>;
  /** Returns the payload of a record. */
  makePayload(index: number): Buffer;
}

export const PAYLOAD_BYTES = 4 * 1024 * 1024;
/** Number of WARC files in the folder `archive/` of a WACZ. */
const WACZ_FILES = 3;

export function streamLargeArchive(kind: ArchiveKind, sizeBytes: number): LargeArchive {
  const records = Math.ceil(sizeBytes / PAYLOAD_BYTES);
  const digests: string[] = [];
  const noise = randomBytes(PAYLOAD_BYTES);
  const makePayload = (index: number) => {
    const payload = Buffer.from(noise);
    payload.writeUInt32LE(index);
    return payload;
  };
  const members = function* (from: number, to: number) {
    for (let index = from; index < to; index++) {
      const payload = makePayload(index);
      digests[index] = `SHA-256:${hash('sha256', payload)}`;
      // Uses compression level 0 to save time, because the payload is incompressible.
      yield gzipSync(makeResponseRecord(`http://large/${index}`, payload), { level: 0 });
    }
  };
  const bytes = async function* () {
    if (kind === 'WARC') yield* members(0, records);
    else yield* generateWacz(records, members);
  };
  return { records, digests, bytes, makePayload };
}

/** Stores ZIP entries uncompressed and followed by data descriptors, as browsers and crawlers do. */
async function* generateWacz(records: number, members: (from: number, to: number) => Generator<Buffer>) {
  const directory: Buffer[] = [];
  const perFile = Math.ceil(records / WACZ_FILES);
  for (let file = 0; file < WACZ_FILES; file++) {
    const name = Buffer.from(`archive/data-${file}.warc.gz`);
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(45, 4);
    local.writeUInt16LE(8, 6);
    local.writeUInt16LE(name.length, 26);
    yield Buffer.concat([local, name]);
    let crc = 0;
    let size = 0;
    for (const member of members(file * perFile, Math.min(records, (file + 1) * perFile))) {
      crc = crc32(member, crc);
      size += member.length;
      yield member;
    }
    const descriptor = Buffer.alloc(24);
    descriptor.write('PK\x07\x08', 'latin1');
    descriptor.writeUInt32LE(crc, 4);
    descriptor.writeBigUInt64LE(BigInt(size), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
    yield descriptor;
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.alloc(42), name]));
  }
  yield Buffer.concat([...directory, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
}
