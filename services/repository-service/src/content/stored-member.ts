// Reads the stored gzip member of a record and verifies its CRC-32. The CRC-32 also covers bits that inflating ignores.
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { StoredRecordPosition } from '../index/artifact.db.ts';
import { FixityError } from './fixity.ts';
import type { RecordStore } from './relocating-reader.ts';

/**
 * Returns a stream that fails before its end if a byte has changed since it was stored. Rejects with the errors of the
 * store's `read`.
 */
export async function openMember(
  store: RecordStore,
  { key, offset, length, crc32: expected }: StoredRecordPosition,
  signal: AbortSignal,
): Promise<Readable> {
  const member = await store.read(key, { offset, length, signal, crc32: expected });
  if (expected === undefined) return member;
  // Ignore the error here, because the reader of the returned stream gets the same error.
  return pipeline(member, new MemberCheck(expected), () => undefined);
}

/** Reads a whole small gzip member. Rejects with FixityError if a byte has changed since it was stored. */
export async function readMember(
  store: RecordStore,
  { key, offset, length, crc32: expected }: StoredRecordPosition,
  signal: AbortSignal,
): Promise<Buffer> {
  return checkMember(await store.readBytes(key, { offset, length, signal, crc32: expected }), expected);
}

/**
 * Reads the gzip member synchronously into `room`, which must be long enough. Returns undefined if the store cannot
 * read synchronously or if the bytes are damaged. In both cases, call `readMember`, which also tries the other stores.
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

function checkMember(member: Buffer, expected: number | undefined): Buffer {
  if (expected !== undefined && crc32(member) !== expected) throw wrongMember();
  return member;
}

/** Withholds the last chunk until the CRC-32 is verified, so that no reader gets a complete but damaged member. */
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
  return new FixityError('the CRC-32 checksum of the stored bytes does not match');
}
