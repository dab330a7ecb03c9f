// Damage that readers met, written down, so that from then on everybody is told of it, and its content is taken when it
// comes again. What a reader saw may have been a moment's trouble: it is looked at once more before.
import type { Log } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { StoredArtifact, StoredPlace } from '../../index/artifact.db.ts';
import { type FoundDamage, markDamage } from '../../index/damage.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { judgeRecord } from '../../maintenance/fixity/judge-record.ts';

export interface DamageNotes {
  /** Returns at once. */
  met(artifact: StoredArtifact, reason: string): void;
  /** Resolves when nothing is being looked at. */
  settled(): Promise<void>;
}

export interface DamageNotesDeps {
  db: Executor<IndexSchema>;
  store: ObjectStore;
  log: Log;
  nowMs(): number;
  /** Told of every read that met damage. */
  onRead(): void;
}

/** Looked at at once; others are met again. */
const mostAtOnce = 4;

export function damageNotes(deps: DamageNotesDeps): DamageNotes {
  const underWay = new Map<string, Promise<void>>();
  return {
    met: (artifact, reason) => {
      const { id } = artifact;
      deps.onRead();
      deps.log.error({ artifact: id, key: artifact.record.key, reason }, 'a stored artifact is damaged');
      if (artifact.damage !== undefined || underWay.has(id) || underWay.size >= mostAtOnce) return;
      const looking = note(deps, artifact)
        .catch((err: unknown) => deps.log.warn({ err, artifact: id }, 'damage could not be noted'))
        .finally(() => underWay.delete(id));
      underWay.set(id, looking);
    },
    settled: async () => {
      await Promise.all(underWay.values());
    },
  };
}

async function note(
  { db, store, nowMs }: DamageNotesDeps,
  { id: artifactId, auId, record, sharedPayload, ...expected }: StoredArtifact,
): Promise<void> {
  const { contentLength: lengthBytes, sha256, storedSha1, dechunked } = expected;
  const payload = { lengthBytes, sha256, storedSha1, dechunked };
  const found: FoundDamage[] = [];
  const look = async (place: StoredPlace, inPayload: boolean) => {
    const judged = { ...place, payload: inPayload || !sharedPayload ? payload : undefined };
    const reason = await judgeRecord(store, place.key, judged, AbortSignal.timeout(longestMs));
    const { segmentId, offset } = place;
    if (reason !== undefined) found.push({ artifactId, auId, inPayload, segmentId, offset, reason });
  };
  await look(record, false);
  if (sharedPayload) await look(sharedPayload, true);
  await markDamage(db, found, nowMs());
}

const longestMs = 10 * 60_000;
