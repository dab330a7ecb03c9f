// Checks an AU after an import, whether or not the import completed.

import { createHash } from 'node:crypto';
import { ServiceError } from '@holdfast/client';
import type { ImportStatus, ListedArtifact, MadeWarc, TestRepositoryClient } from '@holdfast/testkit';

export interface ImportCheck {
  listed: ListedArtifact[];
  /** Number of visible artifacts whose status line had not reached the client when the response was cut off. */
  unacknowledged: number;
}

/** Throws if an acknowledged artifact is missing, or if a visible artifact has wrong content. */
export async function checkAu(
  client: TestRepositoryClient,
  auid: string,
  made: MadeWarc,
  acknowledged: readonly ImportStatus[],
): Promise<ImportCheck> {
  const listed = acknowledged.length > 0 ? await client.artifacts(auid) : await artifactsIfAny(client, auid);
  const digests = new Map(made.records.map(({ url, sha256 }) => [url, `SHA-256:${sha256}`]));
  const byUuid = new Map(listed.map((artifact) => [artifact.uuid, artifact]));
  for (const status of acknowledged) {
    const artifact = byUuid.get(status.artifactUuid ?? '');
    if (!artifact) throw new Error(`acknowledged, but not listed: ${JSON.stringify(status)}`);
  }
  const urls = new Set<string>();
  for (const artifact of listed) {
    if (urls.has(artifact.uri)) throw new Error(`two versions of ${artifact.uri}, which came once`);
    urls.add(artifact.uri);
    if (artifact.version !== 1) throw new Error(`version ${artifact.version} of ${artifact.uri}`);
    if (artifact.contentDigest !== digests.get(artifact.uri))
      throw new Error(`wrong digest: ${artifact.uri}`);
    const payload = await client.bytes(`/artifacts/${artifact.uuid}/payload`);
    const sha256 = createHash('sha256').update(payload).digest('hex');
    if (artifact.contentDigest !== `SHA-256:${sha256}`) throw new Error(`wrong bytes: ${artifact.uri}`);
  }
  const known = new Set(acknowledged.map(({ artifactUuid }) => artifactUuid));
  return { listed, unacknowledged: listed.filter(({ uuid }) => !known.has(uuid)).length };
}

function artifactsIfAny(client: TestRepositoryClient, auid: string): Promise<ListedArtifact[]> {
  return client.artifacts(auid).catch((error: unknown) => {
    if (error instanceof ServiceError && error.status === 404) return [];
    throw error;
  });
}
