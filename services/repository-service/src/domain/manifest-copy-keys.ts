// The keys of the copies of manifests, and of the segments that they belong to.

export const manifestsPrefix = 'manifests/';
const segmentsPrefix = 'ns/';

/** The key of the copy of a segment's manifest: the same behind another beginning. */
export function manifestCopyOf(segmentKey: string): string {
  return manifestsPrefix + segmentKey.slice(segmentsPrefix.length);
}

export function segmentOfCopy(key: string): string {
  return segmentsPrefix + key.slice(manifestsPrefix.length);
}
