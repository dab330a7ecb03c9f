// Converts between the key of a segment and the key of the copy of its manifest.

export const MANIFESTS_PREFIX = 'manifests/';
const SEGMENTS_PREFIX = 'ns/';

/** Returns the key of the copy of a segment's manifest: the segment's key with another prefix. */
export function toManifestCopyKey(segmentKey: string): string {
  return MANIFESTS_PREFIX + segmentKey.slice(SEGMENTS_PREFIX.length);
}

export function toSegmentKey(key: string): string {
  return SEGMENTS_PREFIX + key.slice(MANIFESTS_PREFIX.length);
}
