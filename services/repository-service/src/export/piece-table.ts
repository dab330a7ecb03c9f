// Table of the stored records that make up an exported WARC file, in order. The table is in a spool file instead of
// memory. A binary search finds the record at a given offset.
import type { PieceRow } from '../index/export/export-rows.db.ts';
import type { Spool } from './spool.ts';

export interface ExportPiece extends Omit<PieceRow, 'storeMs'> {
  /** Offset in the export file. */
  readonly at: number;
}

/** Returns the length in bytes of the record and its adjacent companion records (request, metadata). */
export function computePieceBytes({
  before,
  own,
  after,
}: Pick<ExportPiece, 'before' | 'own' | 'after'>): number {
  return before + own + after;
}

// Layout of a row: at, start, own; before, after; two CRC-32s; offset and length of the object key; flags; artifact ID.
// The flags tell whether each CRC-32 and the ID are defined.
const ROW_BYTES = 72;
const ROWS_AT_ONCE = 512;
const [HAS_RECORD_CRC, HAS_COMPANIONS_CRC, HAS_ID] = [1, 2, 4];

export class PieceTable {
  readonly #rows: Spool;
  readonly #keys: Spool;
  #count = 0;
  #sizeBytes = 0;
  #key: { text: string; at: number; length: number } | undefined;

  constructor(rows: Spool, keys: Spool) {
    this.#rows = rows;
    this.#keys = keys;
  }

  /** Length of the export file in bytes. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get count(): number {
    return this.#count;
  }

  async append(piece: PieceRow): Promise<void> {
    if (this.#key?.text !== piece.key) {
      const bytes = Buffer.from(piece.key);
      this.#key = { text: piece.key, at: this.#keys.sizeBytes, length: bytes.length };
      await this.#keys.append(bytes);
    }
    await this.#rows.append(encodePieceRow(piece, this.#sizeBytes, this.#key));
    this.#count += 1;
    this.#sizeBytes += computePieceBytes(piece);
  }

  async end(): Promise<void> {
    await this.#rows.end();
    await this.#keys.end();
  }

  /** Yields the records in order, starting with the record at offset `position`. */
  async *from(position: number): AsyncGenerator<ExportPiece> {
    let key = { at: -1, text: '' };
    for (let index = await this.#findRowIndex(position); index < this.#count; index += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, this.#count - index);
      const rows = await this.#rows.read(index * ROW_BYTES, count * ROW_BYTES);
      for (let at = 0; at < rows.length; at += ROW_BYTES) {
        const keyAt = rows.readDoubleLE(at + 40);
        if (key.at !== keyAt) {
          const text = (await this.#keys.read(keyAt, rows.readUInt32LE(at + 48))).toString();
          key = { at: keyAt, text };
        }
        yield new StoredPiece(rows, at, key.text);
      }
    }
  }

  async close(): Promise<void> {
    await this.#rows.close();
    await this.#keys.close();
  }

  async #findRowIndex(position: number): Promise<number> {
    let [low, high] = [0, this.#count - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const at = (await this.#rows.read(middle * ROW_BYTES, 8)).readDoubleLE(0);
      if (at <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function encodePieceRow(piece: PieceRow, at: number, key: { at: number; length: number }): Buffer {
  const { start, own, before, after, recordCrc, companionsCrc, artifactId } = piece;
  const row = Buffer.alloc(ROW_BYTES);
  row.writeDoubleLE(at, 0);
  row.writeDoubleLE(start, 8);
  row.writeDoubleLE(own, 16);
  row.writeUInt32LE(before, 24);
  row.writeUInt32LE(after, 28);
  row.writeInt32LE(recordCrc ?? 0, 32);
  row.writeInt32LE(companionsCrc ?? 0, 36);
  row.writeDoubleLE(key.at, 40);
  row.writeUInt32LE(key.length, 48);
  const flags =
    (recordCrc === null ? 0 : HAS_RECORD_CRC) |
    (companionsCrc === null ? 0 : HAS_COMPANIONS_CRC) |
    (artifactId === null ? 0 : HAS_ID);
  row.writeUInt32LE(flags, 52);
  if (artifactId !== null) row.write(artifactId.replaceAll('-', ''), 56, 16, 'hex');
  return row;
}

/** Row of the table. Decodes the artifact ID lazily, because it is rarely needed. */
class StoredPiece implements ExportPiece {
  readonly key: string;
  readonly at: number;
  readonly start: number;
  readonly own: number;
  readonly before: number;
  readonly after: number;
  readonly recordCrc: number | null;
  readonly companionsCrc: number | null;
  readonly #rows: Buffer;
  readonly #row: number;

  constructor(rows: Buffer, row: number, key: string) {
    const flags = rows.readUInt32LE(row + 52);
    this.#rows = rows;
    this.#row = row;
    this.key = key;
    this.at = rows.readDoubleLE(row);
    this.start = rows.readDoubleLE(row + 8);
    this.own = rows.readDoubleLE(row + 16);
    this.before = rows.readUInt32LE(row + 24);
    this.after = rows.readUInt32LE(row + 28);
    this.recordCrc = flags & HAS_RECORD_CRC ? rows.readInt32LE(row + 32) : null;
    this.companionsCrc = flags & HAS_COMPANIONS_CRC ? rows.readInt32LE(row + 36) : null;
  }

  get artifactId(): string | null {
    const hasId = this.#rows.readUInt32LE(this.#row + 52) & HAS_ID;
    return hasId ? formatUuid(this.#rows.subarray(this.#row + 56, this.#row + 72)) : null;
  }
}

function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
