// Committing an artifact, and taking that back.

import type { StoredArtifact } from '../../index/artifact.db.ts';
import { setCommitted } from '../../index/change-artifact.db.ts';
import { noSuchArtifact } from '../errors.ts';
import { type ArtifactsDeps, artifactOf } from './artifacts.ts';

export interface Update {
  uuid: string;
  /** The default one when undefined. */
  namespace: string | undefined;
  committed: boolean;
}

/** The artifact as it is now. Throws 404 when there is none in this namespace. */
export async function updateArtifact(
  deps: ArtifactsDeps,
  { uuid, namespace, committed }: Update,
): Promise<StoredArtifact> {
  const artifact = await artifactOf(deps, uuid, namespace);
  // It may have been deleted meanwhile.
  if (!(await setCommitted(deps.db, artifact.id, committed))) throw noSuchArtifact(uuid, artifact.namespace);
  return { ...artifact, committed };
}
