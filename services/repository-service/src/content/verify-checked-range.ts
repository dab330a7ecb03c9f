// Verifies stored bytes that have a CRC-32 but no digest: companion records (request, metadata) and records without an
// artifact.
import { crc32 } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import type { CheckedRange } from '../domain/checked-ranges.ts';
import { FixityError } from './fixity.ts';
import { findDamageReason } from './verify-record.ts';

/**
 * Returns a description of the damage, or undefined if the bytes are intact. Throws ObjectStoreUnavailableError if the
 * store is unreachable.
 */
export function verifyCheckedRange(
  store: ObjectStore,
  key: string,
  range: Pick<CheckedRange, 'places' | 'crc32'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  return findDamageReason(store, signal, async () => {
    let crc = 0;
    for (const { offset, length } of range.places) {
      const bytes = await store.read(key, { offset, length, signal });
      for await (const chunk of bytes as AsyncIterable<Buffer>) crc = crc32(chunk, crc);
    }
    if (range.crc32 !== undefined && crc !== range.crc32) {
      throw new FixityError(DAMAGED_RANGE);
    }
  });
}

export const DAMAGED_RANGE = 'the CRC-32 checksum of the records captured with it does not match';
