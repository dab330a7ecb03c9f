// Interface of a WARC reader. It reads a whole file once and returns counts.

/** Counts of one pass over a file. They must be the same in all passes. */
export type ReadTotals = { records: number; bytes: number };

export type ArchiveReader = {
  /** Name in the table. */
  readonly name: string;
  /** Reads the whole file. */
  read(source: FileByteSource): ReadTotals | Promise<ReadTotals>;
};

/**
 * Source of the bytes. With `memory`, only parsing is measured; with `file`, reading from disk is included, as for
 * other programs.
 */
export type ByteSourceKind = 'memory' | 'file';

export interface FileByteSource {
  /**
   * Returns the next chunk, or undefined at the end. `heldBytes`: number of the most recent bytes that the caller still
   * needs; the memory of earlier bytes may be reused. By default, the caller needs all bytes.
   */
  next(heldBytes?: number): Buffer | undefined;
}
