import type { Artifact } from '@holdfast/api-types';
import { repository } from '../../service/clients.ts';

/**
 * Loads the properties of an artifact without its content. Rejects with ServiceError 404 if the artifact does not exist
 * or is in another namespace.
 */
export async function loadArtifactProperties(
  uuid: string,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<Artifact> {
  const asked = { uuid, ...(namespace !== undefined && { namespace }), includeContent: 'NEVER' as const };
  const answer = await repository.getArtifactDataByMultipart(asked, { signal, accept: 'application/json' });
  return (await answer.json()) as Artifact;
}
