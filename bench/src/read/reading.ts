// Interface of a WARC reader: reads the whole file once and returns counts.

/** Counts of one pass. All passes of a reader over a file must agree. */
export type ReadTotals = { records: number; bytes: number };

export type ArchiveReader = {
  /** Name in the table. */
  readonly name: string;
  /** Reads the whole file. */
  read(source: FileBytes): ReadTotals | Promise<ReadTotals>;
};

/**
 * Source of the bytes. With `memory`, only the reading of records is measured; `file` includes the disk, as for other
 * programs.
 */
export type BytesFrom = 'memory' | 'file';

export interface FileBytes {
  /**
   * Returns the next piece, or undefined at the end. `heldBytes`: number of the most recent bytes that the caller still
   * needs. The memory of all earlier bytes may be reused. By default, the caller needs all bytes.
   */
  next(heldBytes?: number): Buffer | undefined;
}
