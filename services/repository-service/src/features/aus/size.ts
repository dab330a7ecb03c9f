// How much an AU holds.
import type { AuSize } from '@holdfast/api-types';
import type { Executor } from '@holdfast/pg-kit';
import { auSizes } from '../../index/au-size.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { auidSha256 } from '../../ingest/target.ts';
import { noSuchAu } from '../errors.ts';

/** In bytes. Throws 404 for an AU without artifacts. */
export async function sizeOfAu(
  { db }: { db: Executor<IndexSchema> },
  { namespace, auid }: { namespace: string; auid: string },
): Promise<AuSize> {
  const sizes = await auSizes(db, namespace, auidSha256(auid));
  if (!sizes) throw noSuchAu(auid, namespace);
  return {
    totalAllVersions: sizes.allVersionsBytes,
    totalLatestVersions: sizes.latestVersionsBytes,
    totalWarcSize: sizes.warcBytes,
  };
}
