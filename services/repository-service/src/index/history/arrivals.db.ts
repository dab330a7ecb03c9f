// Finds when an artifact was stored in this node. The time in the artifact's row may come from another node.
import type { Kysely } from 'kysely';
import { toHomeSegmentHistoryId } from '../../domain/artifact-event.ts';
import type { IndexSchema } from '../schema.ts';
import { listEventsByKind } from './events.db.ts';

/** Returns the time in milliseconds since the epoch. Returns undefined if the history does not contain it. */
export async function findArtifactArrival(db: Kysely<IndexSchema>, id: string): Promise<number | undefined> {
  const [own, [home]] = await Promise.all([
    listEventsByKind(db, 'artifact', [id], ['stored']),
    listEventsByKind(db, 'segment', [toHomeSegmentHistoryId(id)], ['stored']),
  ]);
  return (own[0] ?? home)?.atMs;
}
