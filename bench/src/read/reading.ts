// Interface of a WARC reader: reads the whole file once and returns counts.

/** Counts of one pass. All passes of a reader over a file must agree. */
export type ReadTotals = { records: number; bytes: number };

export type ArchiveReader = {
  /** Name in the table. */
  readonly name: string;
  /** Reads the whole file. */
  read(source: FileBytes): ReadTotals | Promise<ReadTotals>;
};

/** `memory` measures only the reading of records; `file` includes the disk, as for other programs. */
export type BytesFrom = 'memory' | 'file';

export interface FileBytes {
  /**
   * Returns the next piece, or undefined at the end. Only the last `heldBytes` bytes are still needed; other memory
   * may be reused. By default all bytes are needed.
   */
  next(heldBytes?: number): Buffer | undefined;
}
