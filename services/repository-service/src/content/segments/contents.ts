// What a stored segment holds, as its manifest tells; where that is missing or damaged, as its records themselves do.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import { findManifest, readManifest, readWarcinfo } from '@holdfast/warc';
import { type ManifestLine, parseManifest } from '../../domain/manifest.ts';
import { readManifestCopy } from './manifest-copy.ts';
import { readRecords } from './records.ts';

export interface SegmentObject {
  key: string;
  sizeBytes: number;
  /** Where its manifest begins, if that is known. */
  manifestOffset?: number | undefined;
}

export interface SegmentContents {
  /** `copy`: of the manifest, which itself is missing or damaged. */
  from: 'manifest' | 'copy' | 'records';
  manifestOffset: number | undefined;
  /** When the manifest was written; undefined when there is none. */
  writtenMs: number | undefined;
  lines: ManifestLine[];
  /** Position of each line in the manifest as it was written; undefined where damage makes that unsure. */
  positions: (number | undefined)[];
  /** Bytes that had to be read. */
  readBytes: number;
}

export interface Manifest {
  manifestOffset: number;
  writtenMs: number;
  lines: ManifestLine[];
  readBytes: number;
}

export interface SegmentIdentity {
  namespace: string;
  auid: string;
  /** Undefined for what other software, or a later version, has written. */
  origin: 'imported' | 'created' | undefined;
  storeMs: number;
}

const firstTailBytes = 128 * 1024;
const warcinfoBytes = 64 * 1024;

/**
 * `records`: how many there should be, if that is known. Throws NoSuchObjectError and ObjectStoreUnavailableError. What cannot be
 * read of a damaged segment is left out.
 */
export async function segmentContents(
  store: ObjectStore,
  segment: SegmentObject,
  { records, signal }: { records?: number | undefined; signal?: AbortSignal } = {},
): Promise<SegmentContents> {
  const manifest = await segmentManifest(store, segment);
  if (manifest) return { from: 'manifest', ...manifest, positions: manifest.lines.map(positionOf) };
  const copy = await readManifestCopy(store, segment.key);
  if (copy) {
    const { manifestOffset } = segment;
    return { from: 'copy', manifestOffset, ...copy, positions: copy.lines.map(positionOf) };
  }
  const identity = await segmentIdentity(store, segment);
  const { lines, positions } = await readRecords(store, segment, { identity, records, signal });
  return {
    from: 'records',
    manifestOffset: undefined,
    writtenMs: undefined,
    lines,
    positions,
    readBytes: segment.sizeBytes,
  };
}

const positionOf = (_line: ManifestLine, position: number) => position;

/** Undefined when it is missing or damaged. */
export async function segmentManifest(
  store: ObjectStore,
  { key, sizeBytes, manifestOffset }: SegmentObject,
): Promise<Manifest | undefined> {
  if (manifestOffset !== undefined && manifestOffset < sizeBytes) {
    const member = await bytesOf(store, key, manifestOffset, sizeBytes);
    const manifest = await readManifest(member);
    return manifest && parsed({ ...manifest, manifestOffset, readBytes: member.length });
  }
  let readBytes = 0;
  for (let tailBytes = firstTailBytes; ; tailBytes *= 8) {
    const start = Math.max(0, sizeBytes - tailBytes);
    const tail = await bytesOf(store, key, start, sizeBytes);
    readBytes += tail.length;
    const found = await findManifest(tail);
    if (found) return parsed({ ...found, manifestOffset: start + found.at, readBytes });
    if (start === 0 || tailBytes > longestManifestBytes) return undefined;
  }
}

/** No manifest of the records that fit into a segment takes more. */
const longestManifestBytes = 256 * 1024 * 1024;

/** Whose it is, by its first record; undefined when that cannot be read. */
export async function segmentIdentity(
  store: ObjectStore,
  { key, sizeBytes }: SegmentObject,
): Promise<SegmentIdentity | undefined> {
  const info = await warcinfoOf(store, { key, sizeBytes });
  const { namespace, auid, artifacts } = info?.fields ?? {};
  if (!info || namespace === undefined || auid === undefined) return undefined;
  const origin = artifacts === 'imported' || artifacts === 'created' ? artifacts : undefined;
  return { namespace, auid, origin, storeMs: info.dateMs };
}

/** Whether its first record says that it was made of others. */
export async function isMerged(store: ObjectStore, segment: SegmentObject): Promise<boolean> {
  return (await warcinfoOf(store, segment))?.fields.artifacts === 'moved';
}

async function warcinfoOf(store: ObjectStore, { key, sizeBytes }: SegmentObject) {
  return readWarcinfo(await bytesOf(store, key, 0, Math.min(sizeBytes, warcinfoBytes)));
}

function parsed(found: {
  block: string;
  dateMs: number;
  manifestOffset: number;
  readBytes: number;
}): Manifest | undefined {
  try {
    const { manifestOffset, readBytes, dateMs } = found;
    return { manifestOffset, readBytes, writtenMs: dateMs, lines: parseManifest(found.block) };
  } catch {
    return undefined;
  }
}

async function bytesOf(store: ObjectStore, key: string, start: number, end: number): Promise<Buffer> {
  const stream: Readable = await store.read(key, { offset: start, length: end - start });
  return buffer(stream);
}
