// Yields the companion records (request, metadata) of an artifact one by one. Skips damaged records. After a damaged
// record, also skips the remaining records in the same byte range.
import {
  openStoredRecord,
  type RecordHeaderSummary,
  summarizeRecordHeader,
  walkStoredMembers,
} from '@holdfast/warc';
import type { StoredRecordPosition } from '../../index/artifact.db.ts';
import type { CompanionPositions } from '../../index/companion-places.db.ts';
import { toDamageReason } from '../damage-reason.ts';
import type { RecordSource } from '../replay/composed-bytes.ts';
import { openMember } from '../stored-member.ts';
import { listAdjacentRanges } from './artifact-records.ts';

export interface ReadableCompanion {
  readonly place: StoredRecordPosition;
  readonly header: RecordHeaderSummary;
}

/** Yields the undamaged companion records. Throws if the store is unreachable. */
export async function* listReadableCompanions(
  source: RecordSource,
  places: CompanionPositions,
): AsyncGenerator<ReadableCompanion, void, undefined> {
  const { before, after } = listAdjacentRanges(places)?.places ?? {};
  for (const range of [before, after]) if (range) yield* skipDamaged(walkAdjacent(source, range));
  for (const place of places.elsewhere) yield* skipDamaged(readCompanion(source, place));
}

async function* skipDamaged<T>(records: AsyncGenerator<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* records;
  } catch (error) {
    if (toDamageReason(error) === undefined) throw error;
  }
}

/** Yields each adjacent record after verifying the record's own checksum. */
async function* walkAdjacent(
  { store, signal }: RecordSource,
  { key, offset, length, ...place }: StoredRecordPosition,
): AsyncGenerator<ReadableCompanion, void, undefined> {
  const range = { offset, length, signal, crc32: place.crc32 };
  const stream = (await store.read(key, range)) as AsyncIterable<Buffer>;
  for await (const { offset: at, lengthBytes, crc32, header } of walkStoredMembers(stream)) {
    yield { place: { ...place, key, offset: offset + at, length: lengthBytes, crc32 }, header };
  }
}

async function* readCompanion(
  { store, signal }: RecordSource,
  place: StoredRecordPosition,
): AsyncGenerator<ReadableCompanion, void, undefined> {
  const record = await openStoredRecord(await openMember(store, place, signal));
  try {
    yield { place, header: summarizeRecordHeader(record.header) };
  } finally {
    record.destroy();
  }
}
