// Deleting an artifact.

import { deleteArtifact as deleteFromIndex } from '../../index/change-artifact.db.ts';
import { auInBulkTransfer, noSuchArtifact } from '../errors.ts';
import { type ArtifactsDeps, artifactOf } from './artifacts.ts';

/** Throws 404 when there is none in this namespace (default: the default one), 409 while its AU is in bulk mode. */
export async function deleteArtifact(
  deps: ArtifactsDeps,
  { uuid, namespace }: { uuid: string; namespace: string | undefined },
): Promise<void> {
  const artifact = await artifactOf(deps, uuid, namespace);
  const deletion = await deleteFromIndex(deps.db, artifact.id);
  if (deletion === 'missing') throw noSuchArtifact(uuid, artifact.namespace);
  if (deletion === 'AU in bulk transfer') throw auInBulkTransfer(uuid);
}
