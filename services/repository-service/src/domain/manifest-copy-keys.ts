// Converts between the key of a segment and the key of its manifest copy.

export const MANIFESTS_PREFIX = 'manifests/';
const SEGMENTS_PREFIX = 'ns/';

/** Returns the key of a segment's manifest copy, which differs from the segment's key only in the prefix. */
export function toManifestCopyKey(segmentKey: string): string {
  return MANIFESTS_PREFIX + segmentKey.slice(SEGMENTS_PREFIX.length);
}

export function toSegmentKey(key: string): string {
  return SEGMENTS_PREFIX + key.slice(MANIFESTS_PREFIX.length);
}
