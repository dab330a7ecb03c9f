// Reads the stored records of an artifact, even if compaction moves them during the read. Compaction deletes a replaced
// object after a grace period, but a slow reader can take longer.
import { NoSuchObjectError, type ObjectStore } from '@holdfast/object-store';
import type { Pool } from '@holdfast/pg-kit';
import { findArtifact, type StoredArtifact, type StoredRecordPosition } from '../index/artifact.db.ts';

/** Thrown if the artifact was deleted during a read. */
export class ArtifactGoneError extends Error {
  override name = 'ArtifactGoneError';
  readonly uuid: string;
  readonly namespace: string;

  constructor({ id, namespace }: Pick<StoredArtifact, 'id' | 'namespace'>) {
    super(`artifact ${id} of namespace ${namespace} was deleted while it was read`);
    this.uuid = id;
    this.namespace = namespace;
  }
}

/** Object store operations that are needed to read a record. */
export type RecordStore = Pick<ObjectStore, 'read' | 'readBytes' | 'fillAtOnce'>;

/**
 * Creates a reader that looks up the artifact's location again if an object no longer exists, but only once. Reads
 * reject with ArtifactGoneError if the artifact was deleted.
 */
export function createRelocatingReader(
  pool: Pool,
  store: RecordStore,
  artifact: StoredArtifact,
): RecordStore {
  let now: Promise<StoredArtifact | undefined> | undefined;
  const again = () => {
    now ??= findArtifact(pool, { namespace: artifact.namespace, uuid: artifact.id });
    return now;
  };
  const follow = async <T>(
    key: string,
    offset: number,
    read: (key: string, offset: number) => Promise<T>,
  ): Promise<T> => {
    try {
      return await read(key, offset);
    } catch (error) {
      if (!(error instanceof NoSuchObjectError)) throw error;
      const found = await again();
      if (!found) throw new ArtifactGoneError(artifact);
      const place = movedPlace({ key, offset }, artifact, found);
      if (!place) throw error;
      return read(place.key, place.offset);
    }
  };
  return {
    read: (key, options = {}) =>
      follow(key, options.offset ?? 0, (at, offset) => store.read(at, { ...options, offset })),
    readBytes: (key, range) =>
      follow(key, range.offset, (at, offset) => store.readBytes(at, { ...range, offset })),
    fillAtOnce: (key, offset, room) => store.fillAtOnce?.(key, offset, room) ?? false,
  };
}

const NO_COMPANIONS = { before: 0, after: 0 };

type RecordPlace = Pick<StoredRecordPosition, 'key' | 'offset'>;

/**
 * Converts the old location of a byte to its new location. The byte belongs to a record of the artifact or to an
 * adjacent companion record (request, metadata). Returns undefined if the byte did not move.
 */
function movedPlace(
  { key, offset }: RecordPlace,
  before: StoredArtifact,
  after: StoredArtifact,
): RecordPlace | undefined {
  const pairs = [
    [before.record, after.record],
    [before.sharedPayload, after.sharedPayload],
  ] as const;
  for (const [old, moved] of pairs) {
    if (!old || !moved || old.key !== key || moved.key === key) continue;
    const { before: companionsBefore, after: companionsAfter } =
      (old === before.record && before.companions) || NO_COMPANIONS;
    const into = offset - old.offset;
    if (into >= -companionsBefore && into < old.length + companionsAfter) {
      return { key: moved.key, offset: moved.offset + into };
    }
  }
  return undefined;
}
