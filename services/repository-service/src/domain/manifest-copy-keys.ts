// The keys of the copies of manifests, and of the segments that they belong to.

export const MANIFESTS_PREFIX = 'manifests/';
const SEGMENTS_PREFIX = 'ns/';

/** The key of the copy of a segment's manifest: the same behind another beginning. */
export function manifestCopyOf(segmentKey: string): string {
  return MANIFESTS_PREFIX + segmentKey.slice(SEGMENTS_PREFIX.length);
}

export function segmentOfCopy(key: string): string {
  return SEGMENTS_PREFIX + key.slice(MANIFESTS_PREFIX.length);
}
