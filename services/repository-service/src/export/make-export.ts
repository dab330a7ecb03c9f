// Creates an export. Records the selected content in one database snapshot (piece-table.ts, capture-index.ts). If the
// format needs a digest of the whole file, also reads all bytes once. Afterwards, any byte range can be served from the
// recorded selection and the store.
import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import type { ConnectionSource, Executor } from '@holdfast/pg-kit';
import type { Omissions } from '../domain/export/omissions.ts';
import {
  type ExportFormat,
  type ExportSelection,
  isWholeSelection,
  makeBagName,
} from '../domain/export/selection.ts';
import { type ExportRows, type PieceRow, readExportRows } from '../index/export/export-rows.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { hashAuid } from '../ingest/storing/segment.ts';
import { buildBag } from './bag.ts';
import { writeCaptureIndex } from './capture-index.ts';
import { createSpooledPart, type ExportPart, joinParts } from './parts.ts';
import { PieceTable } from './piece-table.ts';
import { type PremisDetail, type PremisSpools, writePremis } from './premis.ts';
import { Spool, type SpoolLocation } from './spool.ts';
import { buildWacz, type FileDigests, type WaczFile, waczPaths } from './wacz.ts';
import { createWarcPart } from './warc-part.ts';

export interface ExportDeps {
  /** PostgreSQL connections, limited to a fraction of the pool. */
  readonly source: ConnectionSource;
  readonly db: Executor<IndexSchema>;
  readonly store: Pick<ObjectStore, 'read' | 'readBytes'>;
  readonly spool: SpoolLocation;
}

export interface ExportFile extends ExportPart {
  /** Strong ETag, without quotes. Exports with the same ETag are byte-identical. */
  readonly tag: string;
  /** Version of the content when it was selected. `findExportScope` returns the current version. */
  readonly state: string;
  readonly leftOut: Omissions;
  close(): Promise<void>;
}

export interface ExportOrder {
  readonly selection: ExportSelection;
  readonly format: ExportFormat;
  /** Whether a WACZ or a bag includes the PREMIS events of its artifacts, and at what level of detail. */
  readonly premis: PremisDetail | undefined;
}

interface RecordedSelection {
  readonly table: PieceTable;
  /** Spool files of a WACZ's index. Undefined for other formats. */
  readonly index: { readonly [Name in 'lines' | 'blocks' | 'pages']: Spool } | undefined;
  readonly premis: PremisSpools | undefined;
  readonly state: string;
  readonly storedMs: number;
  readonly leftOut: Omissions;
  /**
   * Digest over the artifact, length and CRC-32s of each stored record. CRC-32s alone are ambiguous: all uncompressed
   * gzip members of one length have the same CRC-32.
   */
  readonly identity: string;
}

/** Returns `empty` if the selection matches nothing, and undefined if the AU or namespace has no artifacts. */
export async function makeExport(
  deps: ExportDeps,
  wanted: ExportOrder,
  signal: AbortSignal,
): Promise<ExportFile | 'empty' | undefined> {
  const spools: Spool[] = [];
  const open = async () => {
    const spool = await Spool.open(deps.spool);
    spools.push(spool);
    return spool;
  };
  const close = async () => {
    await Promise.all(spools.map((spool) => spool.close()));
  };
  try {
    const noted = await recordSelection(deps, wanted, open, signal);
    if (noted && noted.table.count > 0)
      return { ...(await assembleExportFile(deps, wanted, noted, signal)), close };
    await close();
    return noted && 'empty';
  } catch (error) {
    await close();
    throw error;
  }
}

/** Records the selection. Holds one database connection, and one batch of rows in memory. */
async function recordSelection(
  { source, db }: ExportDeps,
  { selection, format, premis: detail }: ExportOrder,
  open: () => Promise<Spool>,
  signal: AbortSignal,
): Promise<RecordedSelection | undefined> {
  const { namespace, auid } = selection;
  const place = { namespace, auidHash: auid === undefined ? undefined : hashAuid(auid) };
  return readExportRows({ source, db }, { selection, place }, signal, async (rows) => {
    const table = new PieceTable(await open(), await open());
    const { storedMs, identity } = await fill(table, rows);
    const index = format === 'wacz' && table.count > 0 ? await spoolCaptureIndex(rows, open) : undefined;
    const premis = detail && { objects: await open(), events: await open() };
    if (detail && premis) await writePremis(db, rows.pieces(), premis, detail);
    const leftOut = await rows.damaged();
    return { table, index, premis, state: rows.scope.state, storedMs, identity, leftOut };
  });
}

async function fill(table: PieceTable, rows: ExportRows): Promise<{ storedMs: number; identity: string }> {
  const hash = createHash('sha256');
  let storedMs = 0;
  for await (const batch of rows.pieces()) {
    for (const piece of batch) {
      await table.append(piece);
      hash.update(formatPieceIdentity(piece));
      storedMs = Math.max(storedMs, piece.storeMs ?? 0);
    }
  }
  await table.end();
  return { storedMs, identity: hash.digest('hex') };
}

/** Returns the text that identifies a record in the digest: its location in the store if it has no CRC-32s. */
function formatPieceIdentity({
  key,
  start,
  before,
  own,
  after,
  recordCrc,
  companionsCrc,
  artifactId,
}: PieceRow): string {
  const isKnown = recordCrc !== null && (before + after === 0 || companionsCrc !== null);
  return `${artifactId} ${before} ${own} ${after} ${isKnown ? `${recordCrc} ${companionsCrc}` : `${key} ${start}`}\n`;
}

async function spoolCaptureIndex(rows: ExportRows, open: () => Promise<Spool>) {
  const spools = { lines: await open(), blocks: await open(), pages: await open() };
  const names = { warc: getFileName(waczPaths.warc), lines: getFileName(waczPaths.lines) };
  await writeCaptureIndex(rows.captures(), spools, names);
  return spools;
}

async function assembleExportFile(
  deps: ExportDeps,
  { selection, format }: ExportOrder,
  noted: RecordedSelection,
  signal: AbortSignal,
): Promise<Omit<ExportFile, 'close'>> {
  const { state, leftOut, storedMs } = noted;
  const warc = createWarcPart(deps, noted.table);
  if (format === 'warc') return { ...warc, tag: tagOf('warc', noted.identity), state, leftOut };
  const digests = await computeDigests(warc, signal);
  const { namespace, auid, url, urlPrefix } = selection;
  if (format === 'wacz') {
    const title = [auid ?? namespace, url ?? urlPrefix].filter((word) => word !== undefined).join(' ');
    const files = [...(await buildWaczFiles(warc, digests, noted)), ...(await buildPremisFiles(noted))];
    const { file, identity } = buildWacz(files, { title, storedMs, leftOut });
    return { ...file, tag: tagOf('wacz', identity), state, leftOut };
  }
  const whole = isWholeSelection(selection) ? auid : undefined;
  const about = { folder: makeBagName(selection), namespace, auid: whole, storedMs, leftOut };
  const { file, identity } = buildBag({ part: warc, ...digests }, about, await buildPremisFiles(noted));
  return { ...file, tag: tagOf('bag', identity), state, leftOut };
}

async function buildWaczFiles(
  warc: ExportPart,
  digests: FileDigests,
  { index }: RecordedSelection,
): Promise<WaczFile[]> {
  const { lines, blocks, pages } = index!;
  const spooled = async (path: string, spool: Spool): Promise<WaczFile> => {
    const sha256 = await spool.end();
    return { path, part: createSpooledPart(spool), sha256, crc32: spool.crc32 };
  };
  return [
    { path: waczPaths.warc, part: warc, ...digests },
    await spooled(waczPaths.lines, lines),
    await spooled(waczPaths.blocks, blocks),
    await spooled(waczPaths.pages, pages),
  ];
}

/** Returns the PREMIS file as a list of one file, or an empty list if there is none. */
async function buildPremisFiles({ premis }: RecordedSelection): Promise<WaczFile[]> {
  if (!premis) return [];
  const spools = [premis.objects, premis.events];
  for (const spool of spools) await spool.end();
  const part = joinParts(spools.map(createSpooledPart));
  return [{ path: PREMIS_PATH, part, ...(await computeDigests(part, new AbortController().signal)) }];
}

const PREMIS_PATH = 'metadata/premis.xml';

/** Returns the digests of a part of the export file. Reads the whole part. */
async function computeDigests(part: ExportPart, signal: AbortSignal): Promise<FileDigests> {
  const hash: Hash = createHash('sha256');
  let crc = 0;
  for await (const chunk of part.read({ start: 0, end: part.sizeBytes - 1 }, signal)) {
    signal.throwIfAborted();
    hash.update(chunk);
    crc = crc32(chunk, crc);
  }
  return { sha256: hash.digest('hex'), crc32: crc };
}

/** Returns the ETag. Exports of the same content in different formats have different ETags. */
function tagOf(format: ExportFormat, identity: string): string {
  return `${format}-${identity.slice(0, 40)}`;
}

function getFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
