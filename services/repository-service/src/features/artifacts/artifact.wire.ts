// Converts artifacts to their API representation.
import type { Artifact } from '@holdfast/api-types';
import { formatDigestText } from '../../domain/record/manifest-line.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import type { ListingRow } from '../../index/listing.ts';

/** `storeUrl` returns the URL of an object in the store, without a query string. */
export function toListedArtifactWire(
  artifact: ListingRow,
  namespace: string,
  storeUrl: (key: string) => string,
): Artifact {
  const { segmentKey, recordOffset, recordLength } = artifact;
  return {
    namespace,
    uuid: artifact.id,
    auid: artifact.auid,
    uri: artifact.url,
    version: artifact.version,
    contentLength: artifact.contentLength,
    contentDigest: formatDigestText(artifact.sha256),
    collectionDate: artifact.collectionMs,
    storeDate: artifact.storeMs,
    state: artifact.committed ? 'COMMITTED' : 'UNCOMMITTED',
    committed: artifact.committed,
    ...(artifact.quarantined != null && { damaged: artifact.quarantined }),
    storageUrl: `${storeUrl(segmentKey)}?offset=${recordOffset}&length=${recordLength}`,
  };
}

export function toStoredArtifactWire(artifact: StoredArtifact, storeUrl: (key: string) => string): Artifact {
  const { key, offset, length } = artifact.record;
  const listed = { ...artifact, segmentKey: key, recordOffset: offset, recordLength: length };
  return toListedArtifactWire(listed, artifact.namespace, storeUrl);
}
