// Lists the records of a stored segment from its manifest. Falls back to the copy of the manifest, and then to the
// records themselves.
import type { ObjectStore } from '@holdfast/object-store';
import { findManifest, readManifest } from '@holdfast/warc';
import { type KeptLine, parseManifest } from '../../domain/record/manifest.ts';
import type { ManifestLine } from '../../domain/record/manifest-line.ts';
import { readManifestCopy } from './manifest-copy.ts';
import { readRecords } from './records.ts';
import { readObjectBytes, readSegmentIdentity, type SegmentObject } from './segment-object.ts';

export interface SegmentContents {
  /**
   * Source of the list. `copy`: a separate copy of the manifest. `records`: the segment's records, because both
   * manifests are missing or damaged.
   */
  readonly from: 'manifest' | 'copy' | 'records';
  readonly manifestOffset: number | undefined;
  /** Time when the manifest was written. Undefined if the list was not read from a manifest. */
  readonly writtenMs: number | undefined;
  readonly lines: ManifestLine[];
  /** Index of each line in the original manifest. Undefined if damage makes the index uncertain. */
  readonly positions: (number | undefined)[];
  /** Records without an artifact, and companion records that are not adjacent to their artifact. */
  readonly kept: KeptLine[];
  readonly readBytes: number;
}

export interface Manifest {
  readonly manifestOffset: number;
  readonly writtenMs: number;
  readonly lines: ManifestLine[];
  readonly kept: KeptLine[];
  readonly readBytes: number;
}

const FIRST_TAIL_BYTES = 128 * 1024;

/**
 * Reads the list of records. `records`: expected number of records, if known. Omits records that are unreadable because
 * of damage. Throws NoSuchObjectError and ObjectStoreUnavailableError.
 */
export async function readSegmentContents(
  store: ObjectStore,
  segment: SegmentObject,
  { records, signal }: { records?: number | undefined; signal?: AbortSignal } = {},
): Promise<SegmentContents> {
  const manifest = await readSegmentManifest(store, segment);
  if (manifest) return { from: 'manifest', ...manifest, positions: manifest.lines.map(positionOf) };
  const copy = await readManifestCopy(store, segment.key);
  if (copy) {
    const { manifestOffset } = segment;
    return { from: 'copy', manifestOffset, ...copy, positions: copy.lines.map(positionOf) };
  }
  const identity = await readSegmentIdentity(store, segment);
  const { lines, positions, kept } = await readRecords(store, segment, { identity, records, signal });
  return {
    from: 'records',
    manifestOffset: undefined,
    writtenMs: undefined,
    lines,
    positions,
    kept,
    readBytes: segment.sizeBytes,
  };
}

const positionOf = (_line: ManifestLine, position: number) => position;

/** Reads the manifest. Returns undefined if it is missing or damaged. */
export async function readSegmentManifest(
  store: ObjectStore,
  { key, sizeBytes, manifestOffset }: SegmentObject,
): Promise<Manifest | undefined> {
  if (manifestOffset !== undefined && manifestOffset < sizeBytes) {
    const member = await readObjectBytes(store, key, manifestOffset, sizeBytes);
    const manifest = await readManifest(member);
    return manifest && parseFoundManifest({ ...manifest, manifestOffset, readBytes: member.length });
  }
  let readBytes = 0;
  for (let tailBytes = FIRST_TAIL_BYTES; ; tailBytes *= 8) {
    const start = Math.max(0, sizeBytes - tailBytes);
    const tail = await readObjectBytes(store, key, start, sizeBytes);
    readBytes += tail.length;
    const found = await findManifest(tail);
    if (found) return parseFoundManifest({ ...found, manifestOffset: start + found.at, readBytes });
    if (start === 0 || tailBytes > MAX_MANIFEST_BYTES) return undefined;
  }
}

/** Maximum size of a manifest. */
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

function parseFoundManifest(found: {
  block: string;
  dateMs: number;
  manifestOffset: number;
  readBytes: number;
}): Manifest | undefined {
  try {
    const { manifestOffset, readBytes, dateMs } = found;
    return { manifestOffset, readBytes, writtenMs: dateMs, ...parseManifest(found.block) };
  } catch {
    return undefined;
  }
}
