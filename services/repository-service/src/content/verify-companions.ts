// Verifies all companion records (request, metadata) of an artifact.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { listArtifactRanges } from '../index/fixity/fixity-rows.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { verifyCheckedRange } from './verify-checked-range.ts';

/**
 * Returns a description of the damage. Returns undefined if the companion records are intact or if there are none. Throws
 * the errors of `verifyCheckedRange`.
 */
export async function verifyCompanions(
  { db, store }: { db: Executor<IndexSchema>; store: ObjectStore },
  artifactId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const { key, range } of await listArtifactRanges(db, artifactId)) {
    const reason = await verifyCheckedRange(store, key, range, signal);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
