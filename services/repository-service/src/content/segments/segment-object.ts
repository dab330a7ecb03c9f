// Reads the identity of a segment from the first record of its object.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import { type PayloadReading, readWarcinfo } from '@holdfast/warc';

export interface SegmentObject {
  readonly key: string;
  readonly sizeBytes: number;
  /** Offset of the manifest, if known. */
  readonly manifestOffset?: number | undefined;
}

export interface SegmentIdentity {
  readonly namespace: string;
  readonly auid: string;
  /** Undefined if another program or a later version wrote the segment. */
  readonly origin: 'imported' | 'created' | 'migrated' | undefined;
  /**
   * How payloads are extracted from the records. Does not apply to artifacts that clients created: their payload is
   * always the content that the client sent.
   */
  readonly payloads: PayloadReading;
  readonly storeMs: number;
}

const origins = ['imported', 'created', 'migrated'] as const;
const WARCINFO_BYTES = 64 * 1024;

/** Reads the identity from the first record. Returns undefined if that record is unreadable or has no identity. */
export async function readSegmentIdentity(
  store: ObjectStore,
  { key, sizeBytes }: SegmentObject,
): Promise<SegmentIdentity | undefined> {
  const info = await readSegmentWarcinfo(store, { key, sizeBytes });
  const { namespace, auid, artifacts, payloads } = info?.fields ?? {};
  if (!info || namespace === undefined || auid === undefined) return undefined;
  const origin = origins.find((one) => one === artifacts);
  const isRecorded = origin === 'created' || payloads === 'recorded';
  return { namespace, auid, origin, payloads: isRecorded ? 'recorded' : 'entity', storeMs: info.dateMs };
}

/** Returns whether compaction created the segment, according to the segment's first record. */
export async function isMerged(store: ObjectStore, segment: SegmentObject): Promise<boolean> {
  return (await readSegmentWarcinfo(store, segment))?.fields.artifacts === 'moved';
}

async function readSegmentWarcinfo(store: ObjectStore, { key, sizeBytes }: SegmentObject) {
  return readWarcinfo(await readObjectBytes(store, key, 0, Math.min(sizeBytes, WARCINFO_BYTES)));
}

/** Returns the bytes from `start` (inclusive) to `end` (exclusive). */
export async function readObjectBytes(
  store: ObjectStore,
  key: string,
  start: number,
  end: number,
): Promise<Buffer> {
  const stream: Readable = await store.read(key, { offset: start, length: end - start });
  return buffer(stream);
}
