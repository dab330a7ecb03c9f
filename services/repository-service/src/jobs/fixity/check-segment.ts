// Reads a segment sequentially and compares every live record with the index. Codec threads parse and digest the
// records, as for uploads. If a result is unexpected, reads the affected records again individually.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { MISSING_OBJECT, SHORT_OBJECT } from '../../content/damage-reason.ts';
import { verifyCheckedRange } from '../../content/verify-checked-range.ts';
import { verifyStoredRecord } from '../../content/verify-record.ts';
import { type CheckedRange, RangeChecksums } from '../../domain/checked-ranges.ts';
import { formatKeptRecordFault } from '../../domain/kept-fault.ts';
import {
  type CheckedSegment,
  type LiveRecord,
  listReadRanges,
  type ReadRange,
} from '../../domain/live-records.ts';
import type { DigestedRecord, ParsedUploadItem } from '../../domain/record/read-record.ts';
import { NotAWarcUploadError } from '../../ingest/reading/codec-thread.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';

interface CheckDeps {
  readonly store: ObjectStore;
  readonly codec: Pick<CodecThreads, 'read'>;
  /** Waits until the rate limit allows reading this many more bytes. */
  throttle(bytes: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Live contents of the segment: records with digests, and byte ranges that have only a CRC-32. */
export interface LiveContents {
  readonly records: readonly LiveRecord[];
  readonly others: readonly CheckedRange[];
}

export interface CheckOutcome {
  readonly damaged: { record: LiveRecord; reason: string }[];
  readonly damagedOthers: { range: CheckedRange; reason: string }[];
  /** Fault of the object, or of a record without an artifact. Undefined if there is no fault or no live content. */
  fault: string | undefined;
  /** Fault of the object, regardless of its records. */
  objectFault: string | undefined;
  readonly readBytes: number;
}

export const MISSING_OBJECT_FAULT = 'the object is missing';

/** Checks the segment. Throws ObjectStoreUnavailableError, or the signal's reason if the signal aborts. */
export async function checkSegment(
  deps: CheckDeps,
  segment: CheckedSegment,
  { records, others }: LiveContents,
): Promise<CheckOutcome> {
  const object = await deps.store.stat(segment.key);
  if (!object) {
    const damaged = records.map((record) => ({ record, reason: MISSING_OBJECT }));
    const damagedOthers = others.map((range) => ({ range, reason: MISSING_OBJECT }));
    const isNeeded = records.length + others.length > 0;
    const fault = isNeeded ? MISSING_OBJECT_FAULT : undefined;
    return { damaged, damagedOthers, fault, objectFault: fault, readBytes: 0 };
  }
  const ranges = listReadRanges(segment, records, others, object.sizeBytes);
  const pass = await readPass(deps, segment, { records, others, ranges });
  const outcome: CheckOutcome = {
    damaged: [],
    damagedOthers: [],
    fault: undefined,
    objectFault: undefined,
    readBytes: pass.readBytes,
  };
  for (const record of records) {
    if (pass.well.has(record)) continue;
    const reason = await verifyRecord(deps, segment, record, object.sizeBytes);
    if (reason !== undefined) outcome.damaged.push({ record, reason });
  }
  for (const range of others) {
    if (pass.sums.isWell(range)) continue;
    const reason = await verifyOtherRange(deps, segment, range, object.sizeBytes);
    if (reason !== undefined) outcome.damagedOthers.push({ range, reason });
  }
  if (records.length + others.length === 0) return outcome;
  outcome.objectFault = await findObjectFault(deps, segment, object.sizeBytes, pass.strange);
  outcome.fault = outcome.objectFault;
  const nobodys = outcome.damagedOthers.find(({ range }) => !range.owner);
  if (nobodys) {
    outcome.fault ??= formatKeptRecordFault(nobodys.range.places[0]!.offset, nobodys.reason);
  }
  return outcome;
}

async function verifyOtherRange(
  { store, signal, throttle }: CheckDeps,
  { key }: CheckedSegment,
  range: CheckedRange,
  availableBytes: number,
): Promise<string | undefined> {
  const { offset, length } = range.places.at(-1)!;
  if (offset + length > availableBytes) return SHORT_OBJECT;
  for (const place of range.places) await throttle(place.length);
  return verifyCheckedRange(store, key, range, signal);
}

async function verifyRecord(
  { store, signal, throttle }: CheckDeps,
  { key }: CheckedSegment,
  record: LiveRecord,
  availableBytes: number,
): Promise<string | undefined> {
  if (record.offset + record.length > availableBytes) return SHORT_OBJECT;
  await throttle(record.length);
  return verifyStoredRecord(store, key, record, signal);
}

interface ReadPass {
  readonly well: Set<LiveRecord>;
  readonly sums: RangeChecksums;
  /** True if damage or an unexpected record was found. */
  strange: boolean;
  readBytes: number;
}

async function readPass(
  deps: CheckDeps,
  { key }: CheckedSegment,
  { records, others, ranges }: LiveContents & { ranges: readonly ReadRange[] },
): Promise<ReadPass> {
  const pass: ReadPass = { well: new Set(), sums: new RangeChecksums(others), strange: false, readBytes: 0 };
  const expected = new Map(records.map((record) => [record.offset, record]));
  const take = (finding: ParsedUploadItem) => {
    if (finding.finding === 'damage') pass.strange = true;
    if (finding.finding === 'record') {
      const record = expected.get(toObjectOffset(ranges, finding.offset));
      if (record && isAsExpected(record, finding)) pass.well.add(record);
    }
  };
  try {
    // Payloads that include chunked framing match their digests only when read as `recorded`; de-chunked payloads only
    // as `entity`. If a segment has both kinds, read as `entity` here and check the payloads with framing individually
    // later.
    const payloads = records.some(({ payload }) => payload?.dechunked) ? 'entity' : 'recorded';
    const bytes = readRanges(deps, key, ranges, pass);
    for await (const output of deps.codec.read(bytes, deps.signal, { payloads })) {
      if (output.output === 'findings') for (const finding of output.findings) take(finding);
    }
  } catch (error) {
    // Records after the error are checked individually later.
    const local = error instanceof NotAWarcUploadError || error instanceof ObjectStoreUnavailableError;
    if (!local || deps.signal.aborted) throw error;
    pass.strange = true;
  }
  return pass;
}

async function* readRanges(
  { store, throttle, signal }: CheckDeps,
  key: string,
  ranges: readonly ReadRange[],
  pass: ReadPass,
): AsyncGenerator<Uint8Array> {
  for (const { start, end } of ranges) {
    const stream: Readable = await store.read(key, { offset: start, length: end - start, signal });
    let at = start;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      await throttle(chunk.length);
      pass.readBytes += chunk.length;
      // Compute the CRC-32 before yielding, because the consumer may take over the chunk's memory.
      pass.sums.push(chunk, at);
      at += chunk.length;
      yield chunk;
    }
  }
}

/** Converts an offset in the concatenated ranges to an offset in the object. */
function toObjectOffset(ranges: readonly ReadRange[], offset: number): number {
  let before = 0;
  for (const { start, end } of ranges) {
    if (offset < before + end - start) return start + offset - before;
    before += end - start;
  }
  return -1;
}

function isAsExpected({ length, crc32, payload }: LiveRecord, capture: DigestedRecord): boolean {
  if (capture.error !== undefined || capture.memberLength !== length) return false;
  if (crc32 !== undefined && capture.memberCrc32 !== crc32) return false;
  if (!payload) return capture.kind === 'revisit';
  return (
    capture.contentLength === payload.lengthBytes &&
    capture.dechunked === payload.dechunked &&
    capture.sha256 === payload.sha256.toString('hex') &&
    capture.storedSha1 === payload.storedSha1.toString('hex')
  );
}

/** Returns the fault of the object, regardless of its records. Returns undefined if there is none. */
export async function checkObject(
  deps: Pick<CheckDeps, 'store' | 'signal'>,
  segment: CheckedSegment,
): Promise<string | undefined> {
  const object = await deps.store.stat(segment.key);
  return object ? findObjectFault(deps, segment, object.sizeBytes, true) : MISSING_OBJECT_FAULT;
}

/**
 * Checks the object's size. If `strange`, also checks the manifest, which a rebuild needs. Ignores bytes between the
 * records and the manifest.
 */
async function findObjectFault(
  { store, signal }: Pick<CheckDeps, 'store' | 'signal'>,
  { key, sizeBytes, manifestOffset }: CheckedSegment,
  foundBytes: number,
  strange: boolean,
): Promise<string | undefined> {
  if (foundBytes !== sizeBytes) return `the object has ${foundBytes} bytes instead of ${sizeBytes}`;
  if (!strange || manifestOffset === undefined) return undefined;
  const range = { offset: manifestOffset, length: sizeBytes - manifestOffset, signal };
  try {
    const member = await store.read(key, range);
    await pipeline(member, createGunzip(), async (plain) => {
      for await (const _ of plain);
    });
    return undefined;
  } catch (error) {
    if (((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_')) return 'its manifest is damaged';
    throw error;
  }
}
