// An artifact as answers show it.
import type { Artifact } from '@holdfast/api-types';
import { digestText } from '../../domain/digest-text.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import type { ListedArtifact } from '../../index/listing.ts';

/** `storeUrl` gives the URL of an object of the store, without a query. */
export function wireOfListed(
  artifact: ListedArtifact,
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
    contentDigest: digestText(artifact.sha256),
    collectionDate: artifact.collectionMs,
    storeDate: artifact.storeMs,
    state: artifact.committed ? 'COMMITTED' : 'UNCOMMITTED',
    committed: artifact.committed,
    ...(artifact.quarantined != null && { damaged: artifact.quarantined }),
    storageUrl: `${storeUrl(segmentKey)}?offset=${recordOffset}&length=${recordLength}`,
  };
}

/** The same as JSON, for the artifacts of a page: what they share is made once. */
export function jsonOfListed(
  namespace: string,
  storeUrl: (key: string) => string,
): (artifact: ListedArtifact) => string {
  const namespaceJson = JSON.stringify(namespace);
  const auidJson = remembered((auid) => JSON.stringify(auid));
  const urlJson = remembered((key) => JSON.stringify(storeUrl(key)).slice(0, -1));
  return (artifact) => {
    const { id, auid, url, version, contentLength, sha256, collectionMs, storeMs, committed } = artifact;
    const damaged = artifact.quarantined == null ? '' : `"damaged":${JSON.stringify(artifact.quarantined)},`;
    return `{"namespace":${namespaceJson},"uuid":"${id}","auid":${auidJson(auid)},"uri":${JSON.stringify(url)},\
"version":${version},"contentLength":${contentLength},"contentDigest":"${digestText(sha256)}",\
"collectionDate":${collectionMs},"storeDate":${storeMs},"state":"${committed ? 'COMMITTED' : 'UNCOMMITTED'}",\
"committed":${committed},${damaged}"storageUrl":${urlJson(artifact.segmentKey)}\
?offset=${artifact.recordOffset}&length=${artifact.recordLength}"}`;
  };
}

function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
}

export function wireOfStored(artifact: StoredArtifact, storeUrl: (key: string) => string): Artifact {
  const { key, offset, length } = artifact.record;
  const listed = { ...artifact, segmentKey: key, recordOffset: offset, recordLength: length };
  return wireOfListed(listed, artifact.namespace, storeUrl);
}
