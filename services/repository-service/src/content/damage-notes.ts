// Registers damage that readers detect, so that later reads fail. Verifies the record a second time first, because a
// read error may be temporary. Later requests verify a damaged record again, because its object may have been restored
// from a backup.

import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { LRUCache } from 'lru-cache';
import type { StoredArtifact, StoredRecordPosition } from '../index/artifact.db.ts';
import { clearArtifactDamage, clearDamageAt, markDamage } from '../index/damage.db.ts';
import { findKeptRange } from '../index/fixity/fixity-rows.db.ts';
import { markKeptDamage } from '../index/kept-damage.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { verifyCheckedRange } from './verify-checked-range.ts';
import { verifyCompanions } from './verify-companions.ts';
import { verifyStoredRecord } from './verify-record.ts';

export interface DamageReporter {
  /** Reports damage. Returns immediately. */
  met(artifact: StoredArtifact, reason: string): void;
  /** Verifies the artifact and updates its registered damage. Rejects if the artifact could not be verified. */
  lookAgain(artifact: StoredArtifact): Promise<void>;
  /**
   * Reports damage to a record that is not an artifact, such as a companion record. `offset`: offset of the record in
   * its object.
   */
  metKept(place: KeptRecordLocation, reason: string): void;
  /** Resolves when no verification is running. */
  settled(): Promise<void>;
}

interface KeptRecordLocation {
  readonly key: string;
  readonly offset: number;
}

export interface DamageReporterDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly log: Log;
  nowMs(): number;
  /** Called for every read that detects damage. */
  onRead(): void;
}

/**
 * Maximum number of concurrent verifications. A report above this limit is dropped; the next read of the damaged record
 * causes a new report.
 */
const MAX_AT_ONCE = 4;
/** Minimum time between two verifications of the same damaged artifact. */
const LOOK_AGAIN_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export function createDamageReporter(deps: DamageReporterDeps): DamageReporter {
  const underWay = new Map<string, Promise<void>>();
  const clock = { ttlResolution: 0, perf: { now: () => deps.nowMs() } };
  const lately = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: LOOK_AGAIN_MS, ...clock });
  const isDue = ({ id, damage }: StoredArtifact) => damage === undefined || !lately.has(id);
  const mayLook = (id: string): boolean => !underWay.has(id) && underWay.size < MAX_AT_ONCE;
  const look = (id: string, noting: Promise<void>): void => {
    const looking = noting
      .catch((err: unknown) => deps.log.warn({ err, damaged: id }, 'damage could not be recorded'))
      .finally(() => underWay.delete(id));
    underWay.set(id, looking);
  };
  return {
    met: (artifact, reason) => {
      const { id } = artifact;
      deps.onRead();
      deps.log.error({ artifact: id, key: artifact.record.key, reason }, 'a stored artifact is damaged');
      if (!mayLook(id) || !isDue(artifact)) return;
      lately.set(id, true);
      look(id, registerDamage(deps, artifact));
    },
    lookAgain: (artifact) => registerDamage(deps, artifact),
    metKept: (place, reason) => {
      deps.onRead();
      deps.log.error({ ...place, reason }, 'a stored record is damaged');
      const id = `${place.key} ${place.offset}`;
      if (mayLook(id)) look(id, registerKeptDamage(deps, place));
    },
    settled: async () => {
      await Promise.all(underWay.values());
    },
  };
}

/** Verifies the records of an artifact, and registers or clears their damage. */
async function registerDamage(
  { db, store, nowMs }: DamageReporterDeps,
  { id: artifactId, auId, record, sharedPayload, ...expected }: StoredArtifact,
): Promise<void> {
  const { contentLength: lengthBytes, sha256, storedSha1, dechunked } = expected;
  const payload = { lengthBytes, sha256, storedSha1, dechunked };
  const look = async (place: StoredRecordPosition, inPayload: boolean) => {
    const judged = { ...place, payload: inPayload || !sharedPayload ? payload : undefined };
    const reason = await verifyStoredRecord(store, place.key, judged, AbortSignal.timeout(MAX_MS));
    const { segmentId, offset } = place;
    const found = { artifactId, auId, inPayload, inCompanions: false, segmentId, offset };
    if (reason !== undefined) await markDamage(db, [{ ...found, reason }], nowMs());
    else await clearDamageAt(db, found);
  };
  await look(record, false);
  if (sharedPayload) await look(sharedPayload, true);
  const reason = await verifyCompanions({ db, store }, artifactId, AbortSignal.timeout(MAX_MS));
  const { segmentId, offset } = record;
  const found = { artifactId, auId, inPayload: false, inCompanions: true, segmentId, offset };
  if (reason !== undefined) await markDamage(db, [{ ...found, reason }], nowMs());
  else await clearArtifactDamage(db, found);
}

/**
 * Verifies a record without an artifact row and registers its damage. If the record is a companion record (request,
 * metadata), registers the damage for its artifact.
 */
async function registerKeptDamage(
  { db, store, nowMs }: DamageReporterDeps,
  place: KeptRecordLocation,
): Promise<void> {
  const found = await findKeptRange(db, place);
  if (!found) return;
  const { segmentId, range } = found;
  const reason = await verifyCheckedRange(store, place.key, range, AbortSignal.timeout(MAX_MS));
  if (reason === undefined) return;
  const damage = { segmentId, offset: place.offset, reason };
  const { owner } = range;
  if (owner) await markDamage(db, [{ ...damage, ...owner, inPayload: false, inCompanions: true }], nowMs());
  else await markKeptDamage(db, [damage], nowMs());
}

const MAX_MS = 10 * 60_000;
