// Verifies a stored record by reading it to its end with the reader that also serves records to clients.
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { openStoredRecord } from '@holdfast/warc';
import type { ExpectedPayload, LiveRecord } from '../domain/live-records.ts';
import { toDamageReason } from './damage-reason.ts';
import { FixityError } from './fixity.ts';

const RETRY_MS = 1_000;
const UNDELIVERABLE = 'the store cannot deliver it';

/**
 * Returns a description of the damage, or undefined if the record is intact. Throws ObjectStoreUnavailableError if the
 * store is unreachable.
 */
export function verifyStoredRecord(
  store: ObjectStore,
  key: string,
  record: Omit<LiveRecord, 'users'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  return findDamageReason(store, signal, () => readAndVerify(store, key, record, signal));
}

/** Returns a description of the damage that `read` encounters, or undefined if the bytes are intact. */
export async function findDamageReason(
  store: ObjectStore,
  signal: AbortSignal,
  read: () => Promise<void>,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await read();
      return undefined;
    } catch (error) {
      const reason = toDamageReason(error);
      if (reason !== undefined) return reason;
      if (!(error instanceof ObjectStoreUnavailableError)) throw error;
      await store.check();
      // The store is reachable, but reading this object has failed twice, for example because of a bad sector. Treat
      // this as damage.
      if (attempt > 1) return UNDELIVERABLE;
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}

async function readAndVerify(
  store: ObjectStore,
  key: string,
  { offset, length, crc32: expected, payload }: Omit<LiveRecord, 'users'>,
  signal: AbortSignal,
): Promise<void> {
  const counted = new Crc32Counter();
  const member = pipeline(
    await store.read(key, { offset, length, signal, crc32: expected }),
    counted,
    () => undefined,
  );
  const record = await openStoredRecord(member, payload?.lengthBytes);
  await checkBody(record.body({ dechunk: payload?.dechunked ?? false }), payload);
  if (expected !== undefined && counted.crc32 !== expected) {
    throw new FixityError('the CRC-32 checksum of the record does not match');
  }
}

async function checkBody(body: Readable, payload: ExpectedPayload | undefined): Promise<void> {
  const [sha256, sha1] = [createHash('sha256'), createHash('sha1')];
  let lengthBytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    lengthBytes += piece.length;
    sha256.update(piece);
    if (!payload?.dechunked) sha1.update(piece);
  }
  if (!payload) return;
  if (lengthBytes !== payload.lengthBytes) {
    throw new FixityError(`${lengthBytes} bytes were read instead of ${payload.lengthBytes}`);
  }
  checkDigest('sha256', sha256.digest(), payload.sha256);
  if (!payload.dechunked) checkDigest('sha1', sha1.digest(), payload.storedSha1);
}

function checkDigest(algorithm: string, found: Buffer, expected: Buffer): void {
  if (!found.equals(expected))
    throw new FixityError(`the ${algorithm} digest does not match the stored digest`);
}

/** Passes bytes through and computes their CRC-32. */
class Crc32Counter extends Transform {
  crc32 = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (e: null, c: Buffer) => void): void {
    this.crc32 = crc32(chunk, this.crc32);
    done(null, chunk);
  }
}
