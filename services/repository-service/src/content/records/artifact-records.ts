// Lists all stored records of an artifact: its own record, its companion records (request, metadata), and its warcinfo
// record.
import { crc32 } from 'node:zlib';
import {
  openStoredRecord,
  type RecordHeaderSummary,
  summarizeRecordHeader,
  walkStoredMembers,
} from '@holdfast/warc';
import type { StoredArtifact, StoredRecordPosition } from '../../index/artifact.db.ts';
import type { ArtifactKeptRecords } from '../../index/companion-places.db.ts';
import { FixityError } from '../fixity.ts';
import type { RecordSource } from '../replay/composed-bytes.ts';
import { openMember } from '../stored-member.ts';

export interface ArtifactRecord {
  readonly relation: 'artifact' | 'companion' | 'warcinfo';
  /**
   * True if the record is adjacent to the artifact's own record. Adjacent records share one CRC-32, which is verified
   * after the last record.
   */
  readonly isAdjacent: boolean;
  /** Location of the record's gzip member. */
  readonly place: StoredRecordPosition;
  /** Uncompressed size of the record in bytes. */
  readonly plainBytes: number;
  readonly header: RecordHeaderSummary;
}

/**
 * Yields the records of the artifact: its own record first, the warcinfo record last. Streams the records that are
 * adjacent to the artifact's own record. Throws DamagedRecordError, FixityError, and errors of the store.
 */
export async function* listArtifactRecords(
  source: RecordSource,
  artifact: StoredArtifact,
  { companions, warcinfo }: ArtifactKeptRecords,
): AsyncGenerator<ArtifactRecord, void, undefined> {
  yield readRecord(source, artifact.record, 'artifact');
  const adjacent = listAdjacentRanges(artifact);
  if (adjacent) yield* walkAdjacent(source, adjacent);
  for (const run of runsOf(companions)) {
    if (run.length === 1) yield readRecord(source, run[0]!, 'companion');
    else yield* walkRun(source, run);
  }
  if (warcinfo) yield readRecord(source, warcinfo, 'warcinfo');
}

/** Finds a record by index (from 0) or by WARC-Record-ID (without `<>`). Returns undefined if no record matches. */
export async function findArtifactRecord(
  source: RecordSource,
  artifact: StoredArtifact,
  kept: ArtifactKeptRecords,
  wanted: number | string,
): Promise<ArtifactRecord | undefined> {
  let found: ArtifactRecord | undefined;
  let number = 0;
  for await (const record of listArtifactRecords(source, artifact, kept)) {
    const isWanted = wanted === number++ || wanted === idOf(record);
    if (!found && isWanted) found = record;
    if (found && !(found.isAdjacent && record.isAdjacent)) break;
  }
  return found;
}

function idOf({ header: { recordId } }: ArtifactRecord): string | undefined {
  return recordId?.replace(/^<(.*)>$/, '$1');
}

/** Maximum total length of adjacent byte ranges that are read in one request. */
const RUN_BYTES = 1024 * 1024;

function runsOf(places: readonly StoredRecordPosition[]): StoredRecordPosition[][] {
  const runs: StoredRecordPosition[][] = [];
  let bytes = 0;
  for (const place of places) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const follows = last?.key === place.key && last.offset + last.length === place.offset;
    if (run && follows && bytes + place.length <= RUN_BYTES) run.push(place);
    else runs.push([place]);
    bytes = runs.at(-1) === run ? bytes + place.length : place.length;
  }
  return runs;
}

async function* walkRun(
  { store, signal }: RecordSource,
  run: readonly StoredRecordPosition[],
): AsyncGenerator<ArtifactRecord, void, undefined> {
  const { key, offset } = run[0]!;
  const length = run.reduce((bytes, place) => bytes + place.length, 0);
  const isIntact = (bytes: Buffer) => {
    return run.every((place) => {
      const from = place.offset - offset;
      return place.crc32 === undefined || crc32(bytes.subarray(from, from + place.length)) === place.crc32;
    });
  };
  let i = 0;
  const bytes = await store.readBytes(key, { offset, length, signal, isIntact });
  for await (const member of walkStoredMembers([bytes])) {
    const place = run[i++];
    const isWell = place?.length === member.lengthBytes && (place.crc32 ?? member.crc32) === member.crc32;
    if (!isWell) throw new FixityError(DAMAGED);
    const { plainBytes, header } = member;
    yield { relation: 'companion', isAdjacent: false, place, plainBytes, header };
  }
}

async function readRecord(
  { store, signal }: RecordSource,
  place: StoredRecordPosition,
  relation: ArtifactRecord['relation'],
): Promise<ArtifactRecord> {
  const record = await openStoredRecord(await openMember(store, place, signal));
  try {
    const { header, plainLength: plainBytes } = record;
    return { relation, isAdjacent: false, place, plainBytes, header: summarizeRecordHeader(header) };
  } finally {
    record.destroy();
  }
}

/** Byte ranges directly before and after an artifact's own record. One CRC-32 covers both ranges. */
export interface AdjacentRanges {
  readonly places: {
    readonly before: StoredRecordPosition | undefined;
    readonly after: StoredRecordPosition | undefined;
  };
  readonly crc32: number | undefined;
}

/** Returns the byte ranges of the companion records adjacent to the artifact's own record. */
export function listAdjacentRanges({
  record,
  companions,
}: Pick<StoredArtifact, 'record' | 'companions'>): AdjacentRanges | undefined {
  if (!companions) return undefined;
  const { before, after, crc32 } = companions;
  const isOneSided = before === 0 || after === 0;
  const at = (offset: number, length: number) =>
    length === 0 ? undefined : { ...record, offset, length, crc32: isOneSided ? crc32 : undefined };
  const places = {
    before: at(record.offset - before, before),
    after: at(record.offset + record.length, after),
  };
  return { places, crc32 };
}

async function* walkAdjacent(
  source: RecordSource,
  { places, crc32: expected }: AdjacentRanges,
): AsyncGenerator<ArtifactRecord, void, undefined> {
  const crc = { value: 0 };
  for (const place of [places.before, places.after]) {
    if (!place) continue;
    for await (const member of walkStoredMembers(readAndSum(source, place, crc))) {
      const { offset, lengthBytes: length, crc32, plainBytes, header } = member;
      const own = { ...place, offset: place.offset + offset, length, crc32 };
      yield { relation: 'companion', isAdjacent: true, place: own, plainBytes, header };
    }
  }
  check(crc.value, expected);
}

/** Reads the byte ranges and verifies their CRC-32. Throws FixityError. */
export async function checkAdjacentRanges(
  source: RecordSource,
  { places, crc32: expected }: AdjacentRanges,
): Promise<void> {
  const crc = { value: 0 };
  for (const place of [places.before, places.after]) {
    if (place) for await (const _ of readAndSum(source, place, crc));
  }
  check(crc.value, expected);
}

async function* readAndSum(
  { store, signal }: RecordSource,
  { key, offset, length, crc32: expected }: StoredRecordPosition,
  crc: { value: number },
): AsyncGenerator<Buffer, void, undefined> {
  const range = { offset, length, signal, crc32: expected };
  for await (const chunk of (await store.read(key, range)) as AsyncIterable<Buffer>) {
    crc.value = crc32(chunk, crc.value);
    yield chunk;
  }
}

function check(found: number, expected: number | undefined): void {
  if (expected === undefined || found === expected) return;
  throw new FixityError(DAMAGED);
}

const DAMAGED = 'the CRC-32 checksum of the companion records does not match';
