// Reads one segment from start to end and compares every live record with the index. Codec threads read and digest the
// records in the same way as uploads. If a result is unexpected, the records concerned are read again one by one.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { MISSING_OBJECT, SHORT_OBJECT } from '../../content/damage-reason.ts';
import { judgeCheckedRange } from '../../content/judge-checked-range.ts';
import { judgeRecord } from '../../content/judge-record.ts';
import { type CheckedRange, RangeChecksums } from '../../domain/checked-ranges.ts';
import { formatKeptFault } from '../../domain/kept-fault.ts';
import {
  type CheckedSegment,
  type LiveRecord,
  listReadRanges,
  type ReadRange,
} from '../../domain/live-records.ts';
import type { DigestedRecord, UploadFinding } from '../../domain/record/read-record.ts';
import { NotAWarcUploadError } from '../../ingest/reading/codec-thread.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';

interface CheckDeps {
  readonly store: ObjectStore;
  readonly codec: Pick<CodecThreads, 'read'>;
  /** Waits until this many more bytes may be read. */
  throttle(bytes: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Contents of the segment that are still needed: live records, and byte ranges that have only a CRC-32. */
export interface LiveContents {
  readonly records: readonly LiveRecord[];
  readonly others: readonly CheckedRange[];
}

export interface CheckOutcome {
  readonly damaged: { record: LiveRecord; reason: string }[];
  readonly damagedOthers: { stretch: CheckedRange; reason: string }[];
  /**
   * Fault of the object itself, or of a record that belongs to no artifact. Undefined if there is none, or if nothing
   * in the object is needed.
   */
  fault: string | undefined;
  /** Fault of the object itself only. */
  objectFault: string | undefined;
  readonly readBytes: number;
}

export const MISSING_OBJECT_FAULT = 'the object is missing';

/** Throws ObjectStoreUnavailableError, or the reason of the signal if the signal aborts. */
export async function checkSegment(
  deps: CheckDeps,
  segment: CheckedSegment,
  { records, others }: LiveContents,
): Promise<CheckOutcome> {
  const object = await deps.store.stat(segment.key);
  if (!object) {
    const damaged = records.map((record) => ({ record, reason: MISSING_OBJECT }));
    const damagedOthers = others.map((stretch) => ({ stretch, reason: MISSING_OBJECT }));
    const isNeeded = records.length + others.length > 0;
    const fault = isNeeded ? MISSING_OBJECT_FAULT : undefined;
    return { damaged, damagedOthers, fault, objectFault: fault, readBytes: 0 };
  }
  const stretches = listReadRanges(segment, records, others, object.sizeBytes);
  const pass = await readPass(deps, segment, { records, others, stretches });
  const outcome: CheckOutcome = {
    damaged: [],
    damagedOthers: [],
    fault: undefined,
    objectFault: undefined,
    readBytes: pass.readBytes,
  };
  for (const record of records) {
    if (pass.well.has(record)) continue;
    const reason = await reasonFor(deps, segment, record, object.sizeBytes);
    if (reason !== undefined) outcome.damaged.push({ record, reason });
  }
  for (const stretch of others) {
    if (pass.sums.isWell(stretch)) continue;
    const reason = await reasonForOther(deps, segment, stretch, object.sizeBytes);
    if (reason !== undefined) outcome.damagedOthers.push({ stretch, reason });
  }
  if (records.length + others.length === 0) return outcome;
  outcome.objectFault = await faultOf(deps, segment, object.sizeBytes, pass.strange);
  outcome.fault = outcome.objectFault;
  const nobodys = outcome.damagedOthers.find(({ stretch }) => !stretch.owner);
  if (nobodys) {
    outcome.fault ??= formatKeptFault(nobodys.stretch.places[0]!.offset, nobodys.reason);
  }
  return outcome;
}

async function reasonForOther(
  { store, signal, throttle }: CheckDeps,
  { key }: CheckedSegment,
  stretch: CheckedRange,
  availableBytes: number,
): Promise<string | undefined> {
  const { offset, length } = stretch.places.at(-1)!;
  if (offset + length > availableBytes) return SHORT_OBJECT;
  for (const place of stretch.places) await throttle(place.length);
  return judgeCheckedRange(store, key, stretch, signal);
}

async function reasonFor(
  { store, signal, throttle }: CheckDeps,
  { key }: CheckedSegment,
  record: LiveRecord,
  availableBytes: number,
): Promise<string | undefined> {
  if (record.offset + record.length > availableBytes) return SHORT_OBJECT;
  await throttle(record.length);
  return judgeRecord(store, key, record, signal);
}

interface Pass {
  readonly well: Set<LiveRecord>;
  readonly sums: RangeChecksums;
  /** Whether damage or an unexpected record was found. */
  strange: boolean;
  readBytes: number;
}

async function readPass(
  deps: CheckDeps,
  { key }: CheckedSegment,
  { records, others, stretches }: LiveContents & { stretches: readonly ReadRange[] },
): Promise<Pass> {
  const pass: Pass = { well: new Set(), sums: new RangeChecksums(others), strange: false, readBytes: 0 };
  const expected = new Map(records.map((record) => [record.offset, record]));
  const take = (finding: UploadFinding) => {
    if (finding.finding === 'damage') pass.strange = true;
    if (finding.finding === 'record') {
      const record = expected.get(offsetInObject(stretches, finding.offset));
      if (record && isAsExpected(record, finding)) pass.well.add(record);
    }
  };
  try {
    // A payload stored with its transfer coding matches its digest only if it is read as `recorded`. De-chunked
    // payloads must be read as `entity`. If a segment has both kinds, `entity` is used here, and the payloads with a
    // transfer coding are checked one by one later.
    const payloads = records.some(({ payload }) => payload?.dechunked) ? 'entity' : 'recorded';
    const bytes = bytesOf(deps, key, stretches, pass);
    for await (const output of deps.codec.read(bytes, deps.signal, { payloads })) {
      if (output.output === 'findings') for (const finding of output.findings) take(finding);
    }
  } catch (error) {
    // Records that have not been read are checked one by one later.
    const local = error instanceof NotAWarcUploadError || error instanceof ObjectStoreUnavailableError;
    if (!local || deps.signal.aborted) throw error;
    pass.strange = true;
  }
  return pass;
}

async function* bytesOf(
  { store, throttle, signal }: CheckDeps,
  key: string,
  stretches: readonly ReadRange[],
  pass: Pass,
): AsyncGenerator<Uint8Array> {
  for (const { start, end } of stretches) {
    const stream: Readable = await store.read(key, { offset: start, length: end - start, signal });
    let at = start;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      await throttle(chunk.length);
      pass.readBytes += chunk.length;
      // This must happen before the chunk is passed on, because its reader may take over the memory.
      pass.sums.push(chunk, at);
      at += chunk.length;
      yield chunk;
    }
  }
}

/** Converts an offset in the bytes that were read to an offset in the object. */
function offsetInObject(stretches: readonly ReadRange[], offset: number): number {
  let before = 0;
  for (const { start, end } of stretches) {
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

/** Returns the fault of the object itself, apart from its records; undefined if there is none. */
export async function checkObject(
  deps: Pick<CheckDeps, 'store' | 'signal'>,
  segment: CheckedSegment,
): Promise<string | undefined> {
  const object = await deps.store.stat(segment.key);
  return object ? faultOf(deps, segment, object.sizeBytes, true) : MISSING_OBJECT_FAULT;
}

/**
 * Checks the manifest. It belongs to no artifact, but a rebuild needs it. All other bytes outside records are
 * irrelevant.
 */
async function faultOf(
  { store, signal }: Pick<CheckDeps, 'store' | 'signal'>,
  { key, sizeBytes, manifestOffset }: CheckedSegment,
  foundBytes: number,
  strange: boolean,
): Promise<string | undefined> {
  if (foundBytes !== sizeBytes) return `the object has ${foundBytes} bytes where ${sizeBytes} were stored`;
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
