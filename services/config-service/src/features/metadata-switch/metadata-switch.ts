// Enables and disables metadata extraction for an AU.
import type { Db } from '../../index/schema/schema.ts';
import { findAu, isKnownAu } from '../aus/aus.ts';
import { updateState } from '../states/states.ts';

export interface MetadataSwitchDeps {
  readonly db: Db;
  /** Returns whether the node extracts metadata. */
  readonly extractsMetadata: () => boolean;
}

export type MetadataSwitchOutcome =
  | { readonly done: true }
  | { readonly status: 404 | 409; readonly why: string };

/**
 * Enables or disables metadata extraction for an AU. The outcome has status 404 if the AU is unknown, and 409 if the AU
 * is inactive or the node does not extract metadata.
 */
export async function switchMetadata(
  { db, extractsMetadata }: MetadataSwitchDeps,
  { auid, enabled }: { auid: string; enabled: boolean },
): Promise<MetadataSwitchOutcome> {
  if (!(await isKnownAu(db, auid))) return { status: 404, why: 'No such Archival Unit' };
  if (!extractsMetadata()) return { status: 409, why: 'Metadata processing is not enabled' };
  if ((await findAu(db, auid))?.inactive) return { status: 409, why: 'The Archival Unit is inactive' };
  await updateState({ db }, auid, { isMetadataExtractionEnabled: enabled });
  return { done: true };
}
