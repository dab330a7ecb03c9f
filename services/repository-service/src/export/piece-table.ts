// The stretches of stored bytes that make up an exported WARC file, in its order: a table in a spool, so that it takes no
// memory however long it is, and the one that a byte lies in is found by halving.
import type { PieceRow } from '../index/export/export-rows.db.ts';
import type { Spool } from './spool.ts';

export interface Piece extends Omit<PieceRow, 'storeMs'> {
  /** In the exported file. */
  readonly at: number;
}

/** With companions. */
export function pieceBytes({ before, own, after }: Pick<Piece, 'before' | 'own' | 'after'>): number {
  return before + own + after;
}

// at, start, own; before, after; the two CRCs; the key's place and length; which CRCs and whether an id there are; id.
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

  /** Of the file. */
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
    await this.#rows.append(rowOf(piece, this.#sizeBytes, this.#key));
    this.#count += 1;
    this.#sizeBytes += pieceBytes(piece);
  }

  async end(): Promise<void> {
    await this.#rows.end();
    await this.#keys.end();
  }

  /** From the one that the byte lies in. */
  async *from(position: number): AsyncGenerator<Piece> {
    let key = { at: -1, text: '' };
    for (let index = await this.#indexOf(position); index < this.#count; index += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, this.#count - index);
      const rows = await this.#rows.read(index * ROW_BYTES, count * ROW_BYTES);
      for (let at = 0; at < rows.length; at += ROW_BYTES) {
        const row = rows.subarray(at, at + ROW_BYTES);
        const keyAt = row.readDoubleLE(40);
        if (key.at !== keyAt) {
          const text = (await this.#keys.read(keyAt, row.readUInt32LE(48))).toString();
          key = { at: keyAt, text };
        }
        yield pieceOf(row, key.text);
      }
    }
  }

  async close(): Promise<void> {
    await this.#rows.close();
    await this.#keys.close();
  }

  async #indexOf(position: number): Promise<number> {
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

function rowOf(piece: PieceRow, at: number, key: { at: number; length: number }): Buffer {
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

function pieceOf(row: Buffer, key: string): Piece {
  const flags = row.readUInt32LE(52);
  return {
    at: row.readDoubleLE(0),
    key,
    start: row.readDoubleLE(8),
    own: row.readDoubleLE(16),
    before: row.readUInt32LE(24),
    after: row.readUInt32LE(28),
    recordCrc: flags & HAS_RECORD_CRC ? row.readInt32LE(32) : null,
    companionsCrc: flags & HAS_COMPANIONS_CRC ? row.readInt32LE(36) : null,
    artifactId: flags & HAS_ID ? uuidOf(row.subarray(56, 72)) : null,
  };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
