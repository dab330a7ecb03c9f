// What every way of reading a WARC has in common here: it reads the whole file once and says what it saw. No clock.

/** What one pass saw; the passes of one reader over one file must agree. */
export type Seen = { records: number; bytes: number };

export type Reading = {
  /** Shown in the table. */
  readonly name: string;
  /** Reads the file from its first byte to its last. */
  read(source: FileBytes): Seen | Promise<Seen>;
};

export interface FileBytes {
  /** The next piece of the file, valid until the following call; undefined at its end. */
  next(): Buffer | undefined;
}
