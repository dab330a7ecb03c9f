// The service that takes over, as far as a migration asks it what it has, and changes what has changed at the source.

import { refusal } from '@holdfast/cli-kit';
import { type Artifact, type RepositoryClient, ServiceError } from '@holdfast/client';
import { Census, type Counted } from './census.ts';

export interface Au {
  readonly namespace: string;
  readonly auid: string;
}

export interface Target {
  readonly client: RepositoryClient;
  readonly signal: AbortSignal;
}

const PAGE = 2_000;

/** Every artifact of the AU, whatever its state, in the order of the listing. Throws `RefusalError`. */
export async function* artifactsHere(
  { client, signal }: Target,
  { namespace, auid }: Au,
): AsyncGenerator<Counted> {
  const query = { namespace, auid, version: 'all', includeUncommitted: true, limit: PAGE } as const;
  try {
    for await (const artifact of client.artifacts(query, { signal })) yield countedOf(artifact);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status !== 404) throw refusal(error);
  }
}

/** Makes of the AU what the source says by now. Answers how many artifacts were changed. Throws `RefusalError`. */
export async function bringUpToDate(
  { client, signal }: Target,
  { namespace }: Au,
  { deleted, committed }: { readonly deleted: readonly string[]; readonly committed: readonly string[] },
): Promise<{ removed: number; committed: number }> {
  const done = { removed: 0, committed: 0 };
  for (const uuid of deleted) {
    done.removed += await changed(() => client.deleteArtifact({ namespace, uuid }, { signal }));
  }
  for (const uuid of committed) {
    const query = { namespace, uuid, committed: true };
    done.committed += await changed(() => client.updateArtifact(query, { signal }));
  }
  return done;
}

/** What is gone meanwhile is 404. */
async function changed(change: () => Promise<unknown>): Promise<number> {
  try {
    await change();
    return 1;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 404) return 0;
    throw refusal(error);
  }
}

export function countedOf(artifact: Artifact): Counted {
  const { uuid = '', uri = '', version = 0, committed = true, collectionDate = 0 } = artifact;
  const { contentDigest = '', contentLength = 0 } = artifact;
  return { uuid, uri, version, committed, collectionDate, contentDigest, contentLength };
}

export async function censusOf(artifacts: AsyncIterable<Counted>): Promise<Census> {
  const census = new Census();
  for await (const artifact of artifacts) census.add(artifact);
  return census;
}
