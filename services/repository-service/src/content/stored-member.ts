// Reads the stored gzip member of a record and verifies its CRC-32, which covers every stored bit, including bits that
// inflating ignores.
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { StoredRecordPosition } from '../index/artifact.db.ts';
import { FixityError } from './fixity.ts';
import type { RecordStore } from './relocating-reader.ts';

/**
 * Returns a stream that fails before its end if the bytes differ from the bytes that were stored. Rejects with the same
 * errors as the store's `read`.
 */
export async function openMember(
  store: RecordStore,
  { key, offset, length, crc32: expected }: StoredRecordPosition,
  signal: AbortSignal,
): Promise<Readable> {
  const member = await store.read(key, { offset, length, signal, crc32: expected });
  if (expected === undefined) return member;
  // The callback ignores errors, because they reach the reader of the check as well.
  return pipeline(member, new MemberCheck(expected), () => undefined);
}

/** Reads a small member in one piece. Rejects with FixityError if the bytes are not the bytes that were stored. */
export async function readMember(
  store: RecordStore,
  { key, offset, length, crc32: expected }: StoredRecordPosition,
  signal: AbortSignal,
): Promise<Buffer> {
  return checked(await store.readBytes(key, { offset, length, signal, crc32: expected }), expected);
}

/**
 * Reads the member synchronously into `room`, which must be long enough. Returns undefined if the read would have to
 * wait. Also returns undefined if the bytes are wrong, because another store may have an intact copy, which only an
 * asynchronous read finds.
 */
export function readMemberSync(
  store: RecordStore,
  { key, offset, length, crc32: expected }: StoredRecordPosition,
  room: Buffer,
): Buffer | undefined {
  const member = room.subarray(0, length);
  if (!store.fillAtOnce?.(key, offset, member)) return undefined;
  return expected === undefined || crc32(member) === expected ? member : undefined;
}

function checked(member: Buffer, expected: number | undefined): Buffer {
  if (expected !== undefined && crc32(member) !== expected) throw wrongMember();
  return member;
}

/** Withholds the last chunk, so that no reader receives a complete member with wrong bytes. */
class MemberCheck extends Transform {
  readonly #expected: number;
  #crc32 = 0;
  #held: Buffer | undefined;

  constructor(expected: number) {
    super();
    this.#expected = expected;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#crc32 = crc32(chunk, this.#crc32);
    const held = this.#held;
    this.#held = chunk;
    if (held) done(null, held);
    else done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#crc32 === this.#expected) done(null, this.#held);
    else done(wrongMember());
  }
}

function wrongMember(): FixityError {
  return new FixityError('the stored bytes are not those that were stored (CRC-32)');
}
