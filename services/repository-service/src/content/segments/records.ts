// Rebuilds a lost manifest by reading every record of the segment. Takes missing values from the segment's warcinfo
// record, or derives them: for example, a UUID from the offset of the record.
import { crc32 } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import {
  type CompanionRecord,
  type ImportRecord,
  NotAWarcError,
  WarcReader,
  type WarcSink,
} from '@holdfast/warc';
import { RangeChecksums } from '../../domain/checked-ranges.ts';
import type { KeptLine } from '../../domain/record/manifest.ts';
import { formatManifestLine, type ManifestLine } from '../../domain/record/manifest-line.ts';
import type { MemberLocation } from '../../domain/record/read-companion.ts';
import { type DigestedRecord, toDigestedRecord } from '../../domain/record/read-record.ts';
import { makeRecordUuid, parseSegmentUuid } from '../../domain/segments.ts';
import { CompanionPairing, type PairedRecords } from './pairing.ts';
import type { SegmentIdentity, SegmentObject } from './segment-object.ts';

interface RecoveredLines {
  readonly lines: ManifestLine[];
  /** Index of each line in the original manifest. Undefined if damage makes the index uncertain. */
  readonly positions: (number | undefined)[];
  readonly kept: KeptLine[];
}

interface RecordReadingContext {
  readonly identity: SegmentIdentity | undefined;
  /** Expected number of records. */
  readonly records: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export async function readRecords(
  store: ObjectStore,
  { key }: SegmentObject,
  { identity, records, signal }: RecordReadingContext,
): Promise<RecoveredLines> {
  const lines: ManifestLine[] = [];
  /** Number of lines before each damaged byte range. */
  const damages: number[] = [];
  const uuid = parseSegmentUuid(key);
  const pairing = new CompanionPairing();
  let streamedCrc = 0;
  const placeOf = ({ member, inputLength: memberLength }: CompanionRecord | ImportRecord): MemberLocation => {
    const isWhole = member instanceof Uint8Array;
    const memberCrc32 = isWhole ? crc32(member) : streamedCrc;
    streamedCrc = 0;
    return { memberAt: isWhole ? 'batch' : 'chunks', memberStart: 0, memberLength, memberCrc32 };
  };
  const sink: WarcSink = {
    record: (record) => {
      const place = placeOf(record);
      if (record.error !== undefined) {
        damages.push(lines.length);
        pairing.damage();
        return;
      }
      const { capture, line } = buildRecoveredLine(record, place, uuid, identity);
      lines.push(line);
      pairing.record(capture, line);
    },
    companion: (record) => pairing.companion(record, placeOf(record)),
    memberChunk: (chunk) => {
      streamedCrc = crc32(chunk, streamedCrc);
    },
    damage: () => {
      damages.push(lines.length);
      pairing.damage();
    },
  };
  // Keep damaged records. A wrong gzip checksum means that a record was damaged in the store. Other damaged records
  // were already damaged on arrival.
  const payloads = identity?.payloads ?? 'entity';
  const heldArtifacts = identity?.origin === 'migrated';
  const reader = new WarcReader(sink, { keepDamaged: true, companions: 'all', payloads, heldArtifacts });
  try {
    for await (const chunk of await store.read(key, signal ? { signal } : {})) reader.write(chunk as Buffer);
    reader.end();
  } catch (error) {
    if (!(error instanceof NotAWarcError)) throw error;
    damages.push(lines.length);
  } finally {
    reader.close();
  }
  const { kept, adjacentRanges } = pairing.finish();
  if (adjacentRanges.size > 0)
    await setChecksums(adjacentRanges, await store.read(key, signal ? { signal } : {}));
  return { lines, kept, positions: computeLinePositions(lines.length, damages, records) };
}

/** Computes and sets the CRC-32s of the adjacent companion records. */
async function setChecksums(
  adjacentRanges: PairedRecords['adjacentRanges'],
  object: AsyncIterable<Buffer>,
): Promise<void> {
  const sums = new RangeChecksums([...adjacentRanges.values()]);
  let at = 0;
  for await (const chunk of object) {
    sums.push(chunk, at);
    at += chunk.length;
  }
  for (const [line, range] of adjacentRanges) Object.assign(line, { companionsCrc: sums.crcOf(range) });
}

function buildRecoveredLine(
  record: ImportRecord,
  place: MemberLocation,
  uuid: string,
  identity: SegmentIdentity | undefined,
): { capture: DigestedRecord; line: ManifestLine } {
  const storeMs = identity?.storeMs ?? parseUuidTime(uuid);
  const capture = toDigestedRecord(record, place, {
    undatedMs: () => storeMs,
    keepDamaged: true,
    givenBy: identity?.origin === 'migrated' ? identity : undefined,
  });
  const created = identity?.origin === 'created';
  const ownUuid = /^<urn:uuid:([0-9a-f-]{36})>$/.exec(record.recordId)?.[1];
  const entry = {
    id: capture.given?.uuid ?? (created && ownUuid ? ownUuid : makeRecordUuid(uuid, record.offset)),
    record: capture,
    stored: { offset: record.offset, length: record.inputLength, crc32: place.memberCrc32 },
    committed: !created,
    storeDuplicate: false,
  };
  return { capture, line: JSON.parse(formatManifestLine(entry, storeMs)) as ManifestLine };
}

/** Returns the timestamp of a UUID version 7, in milliseconds since 1970. */
function parseUuidTime(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/**
 * Returns the index of each line in the lost manifest. Before the first damaged range, counts from the start. After the
 * last damaged range, counts from the end if the total is known. Lines in between have an index only if each damaged
 * range contained exactly one record.
 */
function computeLinePositions(
  count: number,
  damages: readonly number[],
  wanted: number | undefined,
): (number | undefined)[] {
  const lost = damages.filter((before) => before < count).length;
  const missing = wanted === undefined ? undefined : wanted - count;
  const first = Math.min(count, ...damages);
  const last = Math.max(0, ...damages.filter((before) => before < count));
  return Array.from({ length: count }, (_, i) => {
    if (i < first) return i;
    if (missing === undefined) return lost === 0 ? i : undefined;
    if (missing === lost) return i + damages.filter((before) => before <= i).length;
    return i >= last ? i + missing : undefined;
  });
}
