// Reads a stored record uncompressed. Also determines its uncompressed length, which the index does not store. The gzip
// trailer contains the length modulo 2^32. If that is ambiguous, the length is derived from the payload's length, or
// the record is inflated to count its bytes.
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { DamagedRecordError } from '@holdfast/warc';
import type { StoredArtifact, StoredRecordPosition } from '../../index/artifact.db.ts';
import { openMember } from '../stored-member.ts';
import type { RecordSource } from './composed-bytes.ts';

/** Maximum compression ratio of DEFLATE. */
const MAX_DEFLATE_RATIO = 1032;
const MODULUS = 2 ** 32;
const CHUNK_BYTES = 256 * 1024;

/** Returns the uncompressed length of the record in bytes. Usually needs one small read. */
export async function readInflatedLength(source: RecordSource, artifact: StoredArtifact): Promise<number> {
  const { record, contentLength, dechunked } = artifact;
  const remainder = await lengthInTrailer(source, artifact);
  if (record.length * MAX_DEFLATE_RATIO < MODULUS) return remainder;
  // A header block is at most one megabyte long, so the record is only slightly longer than its payload, unless the
  // payload was de-chunked.
  if (!dechunked) return remainder + Math.ceil((contentLength - remainder) / MODULUS) * MODULUS;
  return countBytes(await inflate(source, record));
}

/**
 * Yields one record, or several adjacent ones, uncompressed. Throws before the end if the bytes are damaged or their
 * length differs from the announced length.
 */
export async function* inflateRecords(
  source: RecordSource,
  place: StoredRecordPosition,
  lengthBytes: number,
): AsyncGenerator<Buffer> {
  let left = lengthBytes;
  let held: Buffer | undefined;
  try {
    for await (const chunk of (await inflate(source, place)) as AsyncIterable<Buffer>) {
      if (held) yield held;
      held = chunk;
      left -= chunk.length;
    }
  } catch (error) {
    throw isZlib(error)
      ? new DamagedRecordError('the stored gzip member is damaged', { cause: error })
      : error;
  }
  if (left !== 0)
    throw new DamagedRecordError('the length of the stored record does not match its gzip member');
  if (held) yield held;
}

async function lengthInTrailer({ store, signal }: RecordSource, { record }: StoredArtifact): Promise<number> {
  const { key, offset, length } = record;
  const trailer = await buffer(await store.read(key, { offset: offset + length - 4, length: 4, signal }));
  return trailer.readUInt32LE(0);
}

async function inflate({ store, signal }: RecordSource, place: StoredRecordPosition): Promise<Readable> {
  const member = await openMember(store, place, signal);
  return pipeline(member, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
}

async function countBytes(bytes: Readable): Promise<number> {
  let count = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) count += chunk.length;
  return count;
}

function isZlib(error: unknown): boolean {
  return ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
}
