// Reads all records of an artifact, both adjacent and separate ones, even if compaction moves them during the read.
import { NoSuchObjectError } from '@holdfast/object-store';
import type { Executor, Pool } from '@holdfast/pg-kit';
import { findArtifact, type StoredArtifact, type StoredRecordPosition } from '../../index/artifact.db.ts';
import { type ArtifactKeptRecords, listArtifactKeptRecords } from '../../index/companion-places.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { createRelocatingReader, type RecordStore } from '../relocating-reader.ts';

export interface RelocatingDeps {
  readonly db: Executor<IndexSchema>;
  readonly pool: Pool;
  readonly store: RecordStore;
}

/** Creates readers that look up the records' locations again if an object no longer exists, but only once. */
export function createRelocatingRecordStore(
  { db, pool, store }: RelocatingDeps,
  artifact: StoredArtifact,
  kept: ArtifactKeptRecords,
): RecordStore {
  const own = createRelocatingReader(pool, store, artifact);
  const old = placesOf(kept);
  let now: Promise<StoredRecordPosition[]> | undefined;
  const again = async () => {
    const found = await findArtifact(pool, { namespace: artifact.namespace, uuid: artifact.id });
    return found ? placesOf(await listArtifactKeptRecords(db, found)) : [];
  };
  const follow = async <T>(
    key: string,
    offset: number,
    read: (key: string, offset: number) => Promise<T>,
  ) => {
    try {
      return await read(key, offset);
    } catch (error) {
      const place = old.find(
        (one) => one.key === key && offset >= one.offset && offset < one.offset + one.length,
      );
      if (!place || !(error instanceof NoSuchObjectError)) throw error;
      now ??= again();
      const moved = (await now).find(({ length, crc32 }) => length === place.length && crc32 === place.crc32);
      if (!moved) throw error;
      return read(moved.key, moved.offset + offset - place.offset);
    }
  };
  return {
    read: (key, options = {}) =>
      follow(key, options.offset ?? 0, (at, offset) => own.read(at, { ...options, offset })),
    readBytes: (key, range) =>
      follow(key, range.offset, (at, offset) => own.readBytes(at, { ...range, offset })),
  };
}

function placesOf({ companions, warcinfo }: ArtifactKeptRecords): StoredRecordPosition[] {
  return warcinfo ? [...companions, warcinfo] : [...companions];
}
