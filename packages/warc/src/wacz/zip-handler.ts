// Interface between the reader of a zip file and the readers of its entries.
import type { ZipEntry } from './zip-entry.ts';

/** Receives the content of an entry. */
export interface ZipEntryReader {
  /** Returns true if all bytes were read. Otherwise, call `goOn` until it returns true. */
  write(bytes: Buffer): boolean;
  goOn(): boolean;
  /** Number of most recent input bytes that are still referenced. */
  readonly heldInputBytes: number;
}

/** Offsets of an entry and of its content in the input. */
export interface ZipEntryOffsets {
  readonly offset: number;
  readonly contentOffset: number;
}

export interface ZipHandler<Reader extends ZipEntryReader> {
  /** Called when an entry begins. Returns its reader, or undefined to skip it. */
  beginEntry(entry: ZipEntry, place: ZipEntryOffsets): Reader | undefined;
  /**
   * Called when the content of an entry with a reader has ended. `declared`: checksum in the zip file, if there is one.
   * Undefined if the entry was not read to its end.
   */
  endEntry(entry: ZipEntry, reader: Reader, declared: { crc32: number | undefined } | undefined): void;
  /** Called when the entry cannot be read to its end. */
  breakEntry(entry: ZipEntry, fault: string): void;
  /** Called when the zip file itself is damaged. */
  reportDamage(offset: number, message: string): void;
  /** Called after damage. Returns whether reading continues with this entry. */
  isWanted(entry: ZipEntry): boolean;
}
