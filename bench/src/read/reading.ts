// What every way of reading a WARC has in common here: it reads the whole file once and says what it saw. No clock.

/** What one pass saw; the passes of one reader over one file must agree. */
export type Seen = { records: number; bytes: number };

export type Reading = {
  /** Shown in the table. */
  readonly name: string;
  /** Reads the file from its first byte to its last. */
  read(source: FileBytes): Seen | Promise<Seen>;
};

/** From memory, so that only reading records is measured; or from the file, as other programs read it. */
export type BytesFrom = 'memory' | 'file';

export interface FileBytes {
  /**
   * The next piece of the file; undefined at its end. `heldBytes`: how many of the last bytes given are still needed; the
   * room of others may be used again. All are where nothing is said.
   */
  next(heldBytes?: number): Buffer | undefined;
}
