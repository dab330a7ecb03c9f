// What a walk over a zip file tells whoever reads its entries. No behaviour.
import type { ZipEntry } from './zip-entry.ts';

/** Takes the content of an entry. */
export interface EntryReader {
  /** True when all of it was read; else `goOn` until it answers true. */
  write(bytes: Buffer): boolean;
  goOn(): boolean;
  /** How many of the last bytes written are still referred to. */
  readonly heldInputBytes: number;
}

/** Offset of an entry in the input, and its content. */
export interface EntryPlace {
  readonly offset: number;
  readonly contentOffset: number;
}

export interface ZipHandler<Reader extends EntryReader> {
  /** An entry begins. Without a reader it is passed over. */
  beginEntry(entry: ZipEntry, place: EntryPlace): Reader | undefined;
  /**
   * The content of an entry with a reader ended. `declared`: what the zip file says of the content, where it does; undefined
   * when the entry was not read to its end.
   */
  endEntry(entry: ZipEntry, reader: Reader, declared: { crc32: number | undefined } | undefined): void;
  /** The entry cannot be read to its end. */
  breakEntry(entry: ZipEntry, fault: string): void;
  /** Something is wrong with the zip file itself. */
  reportDamage(offset: number, message: string): void;
  /** Tells, after damage, whether reading continues with this entry. */
  isWanted(entry: ZipEntry): boolean;
}
