// The object of a segment, and whose it is by its first record.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import { type PayloadReading, readWarcinfo } from '@holdfast/warc';

export interface SegmentObject {
  readonly key: string;
  readonly sizeBytes: number;
  /** Where its manifest begins, if that is known. */
  readonly manifestOffset?: number | undefined;
}

export interface SegmentIdentity {
  readonly namespace: string;
  readonly auid: string;
  /** Undefined for what other software, or a later version, has written. */
  readonly origin: 'imported' | 'created' | 'migrated' | undefined;
  /** What the payloads of its records are; those that were created always are what their client sent. */
  readonly payloads: PayloadReading;
  readonly storeMs: number;
}

const origins = ['imported', 'created', 'migrated'] as const;
const WARCINFO_BYTES = 64 * 1024;

/** Whose it is, by its first record; undefined when that cannot be read. */
export async function segmentIdentity(
  store: ObjectStore,
  { key, sizeBytes }: SegmentObject,
): Promise<SegmentIdentity | undefined> {
  const info = await warcinfoOf(store, { key, sizeBytes });
  const { namespace, auid, artifacts, payloads } = info?.fields ?? {};
  if (!info || namespace === undefined || auid === undefined) return undefined;
  const origin = origins.find((one) => one === artifacts);
  const isRecorded = origin === 'created' || payloads === 'recorded';
  return { namespace, auid, origin, payloads: isRecorded ? 'recorded' : 'entity', storeMs: info.dateMs };
}

/** Whether its first record says that it was made of others. */
export async function isMerged(store: ObjectStore, segment: SegmentObject): Promise<boolean> {
  return (await warcinfoOf(store, segment))?.fields.artifacts === 'moved';
}

async function warcinfoOf(store: ObjectStore, { key, sizeBytes }: SegmentObject) {
  return readWarcinfo(await bytesOf(store, key, 0, Math.min(sizeBytes, WARCINFO_BYTES)));
}

/** The bytes from `start` up to `end`. */
export async function bytesOf(store: ObjectStore, key: string, start: number, end: number): Promise<Buffer> {
  const stream: Readable = await store.read(key, { offset: start, length: end - start });
  return buffer(stream);
}
