// Makes created artifacts of one AU durable together: one segment, one index transaction. Duplicates of what the
// index holds are told before anything is stored. Nothing is left behind by what fails.
import type { ObjectStore } from '@holdfast/object-store';
import { DatabaseUnavailableError, type Executor } from '@holdfast/pg-kit';
import { wouldRepair } from '../domain/damaged-copy.ts';
import type { ArtifactName, Entry } from '../domain/entry.ts';
import type { ClosedSegment } from '../domain/segment-recorded.ts';
import { recordSegment } from '../index/record-segment.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { segmentIsRecorded } from '../index/segment-rows.db.ts';
import { urlStates } from '../index/url-states.db.ts';
import type { SealDeps } from './sealer.ts';
import { type Target, targetOf } from './target.ts';

export interface Au {
  namespace: string;
  auid: string;
}

/** The index answers, but could not take what it was given. */
export class IndexFailure extends Error {
  override name = 'IndexFailure';

  constructor(cause: unknown) {
    super('the index did not take created artifacts', { cause });
  }
}

/** A segment with the members of all its entries in it. */
export interface FilledSegment {
  storeMs: number;
  close(entries: readonly Entry[]): Promise<ClosedSegment>;
  abort(): Promise<void>;
}

export type Created =
  | {
      created: 'stored';
      artifact: ArtifactName;
      key: string;
      stored: Place;
      storeMs: number;
      collectionMs: number;
    }
  | { created: 'duplicate'; artifact: ArtifactName };

type Place = NonNullable<Entry['stored']>;

/**
 * `fill` puts the members of the entries it is given into a segment and sets where (`stored`); it aborts the segment
 * when it rejects. It is not called when all entries are duplicates.
 */
export async function commitCreated(
  deps: SealDeps,
  au: Au,
  entries: readonly Entry[],
  fill: (target: Target, entries: readonly Entry[]) => Promise<FilledSegment>,
): Promise<Map<Entry, Created>> {
  const { target, created } = await asIndexFailure(lookUp(deps.db, au, entries));
  const rest = entries.filter((entry) => !created.has(entry));
  if (rest.length === 0) return created;
  const segment = await fill(target, rest);
  const closed = await closeOrAbort(segment, rest);
  const { storeMs } = segment;
  const { outcomes, segmentId } = await recordOrRemove(deps, target, { ...closed, storeMs, entries: rest });
  if (segmentId === undefined) await remove(deps.store, closed.key);
  else deps.onSegment?.('created', { records: rest.length, sizeBytes: closed.sizeBytes });
  rest.forEach((entry, i) => {
    const outcome = outcomes[i]!;
    if (outcome.outcome === 'unresolved') throw new Error('a created artifact is no revisit');
    const { artifact } = outcome;
    // What is committed already is no news to its client, although its bytes are.
    const isThere = outcome.outcome === 'duplicate' || (outcome.outcome === 'repaired' && outcome.committed);
    if (isThere) created.set(entry, { created: 'duplicate', artifact });
    else {
      const { record, stored } = entry;
      const dates =
        outcome.outcome === 'repaired' ? outcome.copy : { storeMs, collectionMs: record.collectionMs };
      const { collectionMs } = dates;
      const place = { key: closed.key, stored: stored! };
      created.set(entry, { created: 'stored', artifact, ...place, storeMs: dates.storeMs, collectionMs });
    }
  });
  return created;
}

async function lookUp(db: Executor<IndexSchema>, au: Au, entries: readonly Entry[]) {
  const target = await targetOf(db, au);
  return { target, created: await knownDuplicates(db, target, entries) };
}

/** The index transaction decides again under the AU's lock; this only spares the store. */
async function knownDuplicates(db: Executor<IndexSchema>, target: Target, entries: readonly Entry[]) {
  const created = new Map<Entry, Created>();
  if (target.wasEmpty) return created;
  const urls = new Set(entries.map(({ record }) => record.url));
  const states = await urlStates(db, target.auId, [...urls]);
  for (const entry of entries) {
    const { latest, damaged } = states.get(entry.record.url) ?? {};
    const { sha256 } = entry.record;
    if (latest?.sha256 === sha256 && !wouldRepair(damaged, sha256))
      created.set(entry, { created: 'duplicate', artifact: latest });
  }
  return created;
}

async function closeOrAbort(segment: FilledSegment, entries: readonly Entry[]) {
  try {
    return await segment.close(entries);
  } catch (error) {
    await segment.abort();
    throw error;
  }
}

interface ToRecord extends ClosedSegment {
  storeMs: number;
  entries: Entry[];
}

/** An object is only removed when it is certain that the index does not know it; else the sweep will find it. */
async function recordOrRemove(
  { db, store }: SealDeps,
  { auId, namespaceId }: Target,
  { storeMs, entries, ...segment }: ToRecord,
) {
  const { key } = segment;
  const batch = { auId, namespaceId, storeMs, segment, entries };
  try {
    return await asIndexFailure(recordSegment(db, batch));
  } catch (error) {
    const recorded = await segmentIsRecorded(db, { auId, key }).catch(() => 'unknown' as const);
    if (recorded === false) await remove(store, key);
    throw error;
  }
}

async function asIndexFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DatabaseUnavailableError ? error : new IndexFailure(error);
  }
}

async function remove(store: ObjectStore, key: string): Promise<void> {
  await store.delete(key).catch(() => undefined);
}
