// The AU an import goes to: found or made in the index before the first record is stored.
import { createHash } from 'node:crypto';
import type { Executor } from '@holdfast/pg-kit';
import { ensureAu } from '../index/au.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import type { SegmentPlace } from './segment.ts';

export interface Target extends SegmentPlace {
  auId: number;
  namespaceId: number;
  /** The AU held no artifact: nothing of this import can be a duplicate of what was there. */
  wasEmpty: boolean;
  /** Something of it was known to be damaged: what comes may be its repair. */
  wasDamaged: boolean;
}

export async function targetOf(
  db: Executor<IndexSchema>,
  { namespace, auid }: { namespace: string; auid: string },
): Promise<Target> {
  const hash = auidSha256(auid);
  const { auId, namespaceId, artifactCount, damaged } = await ensureAu(db, { namespace, auid, hash });
  return {
    ...placeOf({ namespace, auid }),
    auId,
    namespaceId,
    wasEmpty: artifactCount === 0,
    wasDamaged: damaged,
  };
}

/** Where an AU's segments go, as far as its name tells. */
export function placeOf({ namespace, auid }: { namespace: string; auid: string }): SegmentPlace {
  return { namespace, auid, auidHash: auidSha256(auid).toString('hex') };
}

export function auidSha256(auid: string): Buffer {
  return createHash('sha256').update(auid, 'utf8').digest();
}
