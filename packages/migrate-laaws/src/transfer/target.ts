// Lists, deletes and commits artifacts in the target service.

import { toRefusalError } from '@holdfast/cli-kit';
import { type Artifact, type RepositoryClient, ServiceError } from '@holdfast/client';
import { ArtifactCensus, type CensusArtifact } from './census.ts';

export interface AuReference {
  readonly namespace: string;
  readonly auid: string;
}

export interface MigrationTarget {
  readonly client: RepositoryClient;
  readonly signal: AbortSignal;
}

const PAGE = 2_000;

/** Yields all artifacts of the AU in any state, in listing order. Throws `RefusalError`. */
export async function* listTargetArtifacts(
  { client, signal }: MigrationTarget,
  { namespace, auid }: AuReference,
): AsyncGenerator<CensusArtifact> {
  const query = { namespace, auid, version: 'all', includeUncommitted: true, limit: PAGE } as const;
  try {
    for await (const artifact of client.artifacts(query, { signal })) yield toCensusArtifact(artifact);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status !== 404) throw toRefusalError(error);
  }
}

/**
 * Deletes and commits artifacts in the target according to the source. Returns the numbers of deleted and committed
 * artifacts. Throws `RefusalError`.
 */
export async function updateArtifactStates(
  { client, signal }: MigrationTarget,
  { namespace }: AuReference,
  { deleted, committed }: { readonly deleted: readonly string[]; readonly committed: readonly string[] },
): Promise<{ removed: number; committed: number }> {
  const done = { removed: 0, committed: 0 };
  for (const uuid of deleted) {
    done.removed += await countChange(() => client.deleteArtifact({ namespace, uuid }, { signal }));
  }
  for (const uuid of committed) {
    const query = { namespace, uuid, committed: true };
    done.committed += await countChange(() => client.updateArtifact(query, { signal }));
  }
  return done;
}

/** Returns 1 after a successful change, and 0 if another client has already deleted the artifact (404). */
async function countChange(change: () => Promise<unknown>): Promise<number> {
  try {
    await change();
    return 1;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 404) return 0;
    throw toRefusalError(error);
  }
}

export function toCensusArtifact(artifact: Artifact): CensusArtifact {
  const { uuid = '', uri = '', version = 0, committed = true, collectionDate = 0 } = artifact;
  const { contentDigest = '', contentLength = 0 } = artifact;
  return { uuid, uri, version, committed, collectionDate, contentDigest, contentLength };
}

export async function collectCensus(artifacts: AsyncIterable<CensusArtifact>): Promise<ArtifactCensus> {
  const census = new ArtifactCensus();
  for await (const artifact of artifacts) census.add(artifact);
  return census;
}
