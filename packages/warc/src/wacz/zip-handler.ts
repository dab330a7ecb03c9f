// Interface between the zip reader and the readers of entries.
import type { ZipEntry } from './zip-entry.ts';

/** Reads the content of one entry. */
export interface ZipEntryReader {
  /** Reads content. Returns true if all bytes were read. Otherwise, call `goOn` until it returns true. */
  write(bytes: Buffer): boolean;
  goOn(): boolean;
  /** Number of the most recent input bytes that the reader still references. */
  readonly heldInputBytes: number;
}

/** Offsets of an entry and of its content in the input. */
export interface ZipEntryOffsets {
  readonly offset: number;
  readonly contentOffset: number;
}

export interface ZipHandler<Reader extends ZipEntryReader> {
  /** Called at the start of an entry. Returns its reader, or undefined to skip the entry. */
  beginEntry(entry: ZipEntry, place: ZipEntryOffsets): Reader | undefined;
  /**
   * Called at the end of an entry with a reader. `declared` contains the checksum in the zip file, if any. `declared`
   * is undefined if the entry was not read to its end.
   */
  endEntry(entry: ZipEntry, reader: Reader, declared: { crc32: number | undefined } | undefined): void;
  /** Called if the entry cannot be read to its end. */
  breakEntry(entry: ZipEntry, fault: string): void;
  /** Called if the zip file itself is damaged. */
  reportDamage(offset: number, message: string): void;
  /** Called for an entry that was found after damage. Returns whether reading continues with this entry. */
  isWanted(entry: ZipEntry): boolean;
}
