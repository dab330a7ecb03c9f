// The last word on all that was captured with an artifact.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { stretchesOfArtifact } from '../index/fixity/fixity-rows.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { judgeStretch } from './judge-stretch.ts';

/** Why it is damaged; undefined when it is well, or there is none. Throws as `judgeStretch` does. */
export async function judgeCompanions(
  { db, store }: { db: Executor<IndexSchema>; store: ObjectStore },
  artifactId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const { key, stretch } of await stretchesOfArtifact(db, artifactId)) {
    const reason = await judgeStretch(store, key, stretch, signal);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
