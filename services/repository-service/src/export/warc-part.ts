// Reads an exported WARC file from the store. Merges adjacent ranges, prefetches small ones, and reads a damaged small
// range from another store. Looks up the new location of records that compaction has moved.
import type { Readable } from 'node:stream';
import { type BytesRange, NoSuchObjectError, type ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { ByteRange } from '../content/byte-range.ts';
import { findCurrentPositions } from '../index/export/export-rows.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import type { ExportPart } from './parts.ts';
import { arePartsIntact, findPiecePart, PieceCheck, type PiecePart } from './piece-check.ts';
import { computePieceBytes, type ExportPiece, type PieceTable } from './piece-table.ts';

/**
 * Thrown if a record is no longer at its recorded location. Either the record was deleted, or compaction has moved it
 * and no artifact row has the new location.
 */
export class ExportOutdatedError extends Error {
  override name = 'ExportOutdatedError';
}

export interface StoredByteSource {
  readonly store: Pick<ObjectStore, 'read' | 'readBytes'>;
  readonly db: Executor<IndexSchema>;
}

/** Consecutive exported records that are adjacent in one stored object. */
interface RecordRun {
  /** Offset in the export file. */
  readonly at: number;
  readonly key: string;
  readonly offset: number;
  lengthBytes: number;
  readonly parts: PiecePart[];
}

/** Byte ranges up to this length are read completely, and several of them are prefetched. */
const SMALL_BYTES = 1024 * 1024;
const AHEAD = 8;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PIECES = 4_096;
const WHOLE = { start: 0, end: Number.POSITIVE_INFINITY };

/** Creates the part with the WARC file. Reading throws DamagedPieceError, ExportOutdatedError, and store errors. */
export function createWarcPart(stored: StoredByteSource, table: PieceTable): ExportPart {
  return {
    sizeBytes: table.sizeBytes,
    read: async function* (range, signal) {
      for await (const fetched of prefetchRuns(stored, splitIntoRuns(table, range), signal)) {
        let { at } = fetched.run;
        for await (const chunk of readRunBytes(stored, fetched, signal)) {
          const wanted = chunk.subarray(Math.max(0, range.start - at), Math.max(0, range.end + 1 - at));
          at += chunk.length;
          if (wanted.length > 0) yield wanted;
        }
      }
    },
  };
}

interface PrefetchedRun {
  readonly run: RecordRun;
  /** Undefined if the byte range is too long to prefetch. */
  readonly bytes: Promise<Buffer> | undefined;
}

async function* prefetchRuns(
  { store }: StoredByteSource,
  runs: AsyncGenerator<RecordRun>,
  signal: AbortSignal,
): AsyncGenerator<PrefetchedRun> {
  const waiting: PrefetchedRun[] = [];
  for await (const run of runs) {
    const { key, offset, lengthBytes: length, parts } = run;
    const bytes =
      length <= SMALL_BYTES ? readIntact(store, key, { offset, length, signal }, parts) : undefined;
    // Prevent an unhandled rejection while the promise waits in the queue. The consumer of the promise still gets the
    // error.
    bytes?.catch(() => undefined);
    waiting.push({ run, bytes });
    if (waiting.length > AHEAD) yield waiting.shift()!;
  }
  yield* waiting;
}

/** Reads a small byte range. Prefers a store in which the CRC-32s of all complete records match. */
function readIntact(
  store: StoredByteSource['store'],
  key: string,
  range: BytesRange,
  parts: readonly PiecePart[],
): Promise<Buffer> {
  return store.readBytes(key, { ...range, isIntact: (bytes) => arePartsIntact(parts, bytes) });
}

async function* readRunBytes(
  stored: StoredByteSource,
  { run, bytes }: PrefetchedRun,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const check = new PieceCheck(run.parts);
  for await (const chunk of readCurrentBytes(stored, run, bytes, signal)) {
    check.take(chunk);
    yield chunk;
  }
}

/** Yields the bytes of consecutive records from their current location. */
async function* readCurrentBytes(
  stored: StoredByteSource,
  run: RecordRun,
  bytes: Promise<Buffer> | undefined,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { key, offset, lengthBytes: length } = run;
  let stream: Readable | undefined;
  try {
    if (bytes) return yield await bytes;
    stream = await stored.store.read(key, { offset, length, signal });
  } catch (error) {
    if (!(error instanceof NoSuchObjectError)) throw error;
  }
  if (stream) return yield* stream as AsyncIterable<Buffer>;
  const places = await findNewPlaces(stored, run);
  for (const [i, { key: newKey, start }] of places.entries()) {
    const part = run.parts[i]!;
    const into = i === 0 ? offset - part.piece.start : 0;
    const range = { offset: start + into, length: part.lengthBytes, signal };
    if (part.lengthBytes <= SMALL_BYTES) yield await readIntact(stored.store, newKey, range, [part]);
    else yield* (await stored.store.read(newKey, range)) as AsyncIterable<Buffer>;
  }
}

async function findNewPlaces({ db }: StoredByteSource, { parts, key }: RecordRun) {
  const ids = parts.flatMap(({ piece }) => piece.artifactId ?? []);
  const found = await findCurrentPositions(db, ids);
  return parts.map(({ piece }) => {
    const now = piece.artifactId === null ? undefined : found.get(piece.artifactId);
    if (!now || now.key === key || !isSameRecord(piece, now)) {
      throw new ExportOutdatedError('a record was moved or deleted during the export');
    }
    // If only the original is exported, companion records are excluded and `piece.before` is 0.
    return { key: now.key, start: now.start + now.before - piece.before };
  });
}

function isSameRecord(piece: ExportPiece, now: Omit<ExportPiece, 'at' | 'artifactId'>): boolean {
  const isAlone = computePieceBytes(piece) === piece.own;
  return (
    piece.own === now.own &&
    piece.recordCrc === now.recordCrc &&
    (isAlone ||
      (piece.before === now.before && piece.after === now.after && piece.companionsCrc === now.companionsCrc))
  );
}

/**
 * Splits a range of the file into groups of adjacent records. Includes small records completely, because only complete
 * records can be verified.
 */
async function* splitIntoRuns(table: PieceTable, { start, end }: ByteRange): AsyncGenerator<RecordRun> {
  let run: RecordRun | undefined;
  for await (const piece of table.from(start)) {
    if (piece.at > end) break;
    const isSmall = computePieceBytes(piece) <= SMALL_BYTES;
    const { from, part } = findPiecePart(piece, isSmall ? WHOLE : { start, end });
    const offset = piece.start + from;
    if (run && canExtendRun(run, piece.key, offset)) {
      run.lengthBytes += part.lengthBytes;
      run.parts.push(part);
      continue;
    }
    if (run) yield run;
    run = { at: piece.at + from, key: piece.key, offset, lengthBytes: part.lengthBytes, parts: [part] };
  }
  if (run) yield run;
}

function canExtendRun(run: RecordRun, key: string, offset: number): boolean {
  const isAdjacent = run.key === key && run.offset + run.lengthBytes === offset;
  return isAdjacent && run.lengthBytes < MAX_BYTES && run.parts.length < MAX_PIECES;
}
