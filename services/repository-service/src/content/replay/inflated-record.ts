// A stored record without its compression: how long it is, and its bytes. Its length is not kept anywhere; the last
// four bytes of a gzip member tell it modulo 2^32, and only where that leaves a doubt it is counted.
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { DamagedRecordError } from '@holdfast/warc';
import type { StoredArtifact, StoredPlace } from '../../index/artifact.db.ts';
import { openMember } from '../stored-member.ts';
import type { Source } from './composed-bytes.ts';

/** No deflate stream inflates to more than this many times its length. */
const MAX_DEFLATE_RATIO = 1032;
const MODULUS = 2 ** 32;
const CHUNK_BYTES = 256 * 1024;

/** Length in bytes of the record. One small read, as a rule. */
export async function inflatedLength(source: Source, artifact: StoredArtifact): Promise<number> {
  const { record, contentLength, dechunked } = artifact;
  const remainder = await lengthInTrailer(source, artifact);
  if (record.length * MAX_DEFLATE_RATIO < MODULUS) return remainder;
  // Heads are a megabyte at most, so the record is hardly longer than its payload, unless that was in chunks.
  if (!dechunked) return remainder + Math.ceil((contentLength - remainder) / MODULUS) * MODULUS;
  return countBytes(await inflate(source, record));
}

/** The whole record, or several that lie one behind the other. Fails before its end when it is damaged, or not as long as announced. */
export async function* inflatedBytes(
  source: Source,
  place: StoredPlace,
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
  if (left !== 0) throw new DamagedRecordError('the stored record is not as long as its gzip member says');
  if (held) yield held;
}

async function lengthInTrailer({ store, signal }: Source, { record }: StoredArtifact): Promise<number> {
  const { key, offset, length } = record;
  const trailer = await buffer(await store.read(key, { offset: offset + length - 4, length: 4, signal }));
  return trailer.readUInt32LE(0);
}

async function inflate({ store, signal }: Source, place: StoredPlace): Promise<Readable> {
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
