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

/** Returns the key of the segment to which an object belongs: the object itself, or the segment of a manifest copy. */
export function findSegmentKey(key: string): string {
  return key.startsWith(MANIFESTS_PREFIX) ? toSegmentKey(key) : key;
}
