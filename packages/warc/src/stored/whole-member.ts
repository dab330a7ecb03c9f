// Inflates one small gzip member in one call. Reuses the inflater: creating one takes as long as inflating 10 KB.
import { crc32 } from 'node:zlib';
import { GZIP_HEADER_COMPLETE, GzipHeader } from '../gzip/gzip-header.ts';
import { INFLATE_ENDED, INFLATE_FAILED, INFLATE_NEEDS_INPUT, RawInflater } from '../gzip/raw-inflater.ts';
import { DamagedRecordError } from './stored-heads.ts';

const TRAILER_BYTES = 8;

let inflater: RawInflater | undefined;

export interface WholeMemberOptions {
  mostBytes: number;
  /** Expected inflated size in bytes. */
  likelyBytes: number;
  /** Buffer for the output. If it is undefined or too small, a new buffer is allocated. */
  room?: Buffer | undefined;
  /** True if the compressed bytes have already been verified, so that the checksum need not be computed. */
  intact?: boolean;
}

/**
 * Inflates exactly one gzip member. Returns undefined if the member inflates to `mostBytes` or more. Throws
 * DamagedRecordError.
 */
export function inflateWholeMember(
  member: Uint8Array,
  { mostBytes, likelyBytes, room, intact = false }: WholeMemberOptions,
): Buffer | undefined {
  const header = new GzipHeader();
  if (header.push(member, 0, member.length) !== GZIP_HEADER_COMPLETE)
    throw createDamageError('its header is not a gzip header');
  inflater ??= new RawInflater();
  inflater.reset();
  let output: Buffer = room ?? Buffer.allocUnsafe(Math.min(likelyBytes, mostBytes));
  let at = header.length;
  let filled = 0;
  for (;;) {
    const status = inflater.step(member, at, member.length, output, filled);
    at += inflater.consumed;
    filled += inflater.produced;
    if (status === INFLATE_ENDED) break;
    if (status === INFLATE_FAILED) throw createDamageError(inflater.fault);
    if (status === INFLATE_NEEDS_INPUT) throw createDamageError('it is truncated');
    if (filled >= mostBytes) return undefined;
    output = growBuffer(output, mostBytes);
  }
  const bytes = output.subarray(0, filled);
  checkTrailer(member, at, bytes, intact);
  return bytes;
}

function checkTrailer(member: Uint8Array, at: number, bytes: Buffer, intact: boolean): void {
  if (member.length - at !== TRAILER_BYTES) throw createDamageError('it does not end where it should');
  const trailer = new DataView(member.buffer, member.byteOffset + at, TRAILER_BYTES);
  if (!intact && trailer.getUint32(0, true) !== crc32(bytes))
    throw createDamageError('its checksum is wrong');
  if (trailer.getUint32(4, true) !== bytes.length) throw createDamageError('its length is wrong');
}

function growBuffer(output: Buffer, mostBytes: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(output.length * 2 + 1024, mostBytes));
  output.copy(larger);
  return larger;
}

export function createDamageError(why: string): DamagedRecordError {
  return new DamagedRecordError(`the stored gzip member is damaged: ${why}`);
}
