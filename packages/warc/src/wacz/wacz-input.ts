// Reads a WACZ, which is a zip file, as a stream. Reads entries in archive/ according to their format. In a package of
// WACZ files (multi-wacz-package), reads each of them as a WACZ. Compares all files with datapackage.json.
import type { ArchiveInput, ArchiveInputParts } from '../input/archive-input.ts';
import { makeNotAWarcErrorFromReason } from '../input/content-detector.ts';
import { PackageEntry } from './package-entry.ts';
import { PackageVerifier } from './package-hashes.ts';
import { WaczEntry, type WaczEntryOpener } from './wacz-entry.ts';
import { formatEntryName, ZIP_DEFLATED, ZIP_STORED, type ZipEntry } from './zip-entry.ts';
import type { ZipEntryOffsets, ZipHandler } from './zip-handler.ts';
import { ZipWalker } from './zip-walker.ts';

/** Functions that open readers for files in the package. */
interface WaczReaders {
  /** Opens a file in the folder archive/. */
  readonly openEntry: WaczEntryOpener;
  /** Opens a WACZ inside this WACZ. Undefined if this WACZ is itself inside a WACZ. */
  readonly openPackage: WaczEntryOpener | undefined;
}

const FOLDER = 'archive/';
const PACKAGE = /\.wacz$/i;
const TOO_DEEP = 'it is nested more than one level deep: only a WACZ directly inside a WACZ is read';

export class WaczInput implements ArchiveInput, ZipHandler<PackageEntry> {
  readonly #parts: ArchiveInputParts;
  readonly #readers: WaczReaders;
  readonly #walker: ZipWalker<PackageEntry>;
  readonly #hashes = new PackageVerifier();
  #open: PackageEntry | undefined;
  /** Offset of the current entry. */
  #offset = 0;
  /** True if the input contains an archive. */
  #isWacz = false;
  #refusal: string | undefined;

  constructor(parts: ArchiveInputParts, readers: WaczReaders) {
    this.#parts = parts;
    this.#readers = readers;
    this.#walker = new ZipWalker(parts, this);
  }

  write(chunk: Buffer): boolean {
    return this.#walker.write(chunk);
  }

  goOn(): boolean {
    return this.#walker.goOn();
  }

  /** Ends the input. Throws NotAWarcError if it contained no archive. */
  end(): void {
    this.#walker.end();
    for (const warning of this.#hashes.warnings()) this.#parts.sink.warning?.(warning);
    if (this.#isWacz || this.#parts.inflation.isStopped) return;
    const why = this.#refusal === undefined ? '' : ` (${this.#refusal})`;
    throw makeNotAWarcErrorFromReason(`it is a zip archive without a WARC or ARC in a folder archive/${why}`);
  }

  close(): void {
    this.#open?.archive?.close();
    this.#walker.close();
  }

  get heldInputBytes(): number {
    return this.#walker.heldInputBytes;
  }

  beginEntry(entry: ZipEntry, place: ZipEntryOffsets): PackageEntry | undefined {
    const { name, method, isEncrypted } = entry;
    this.#offset = place.offset;
    const isStored = method === ZIP_STORED;
    if (isEncrypted || !(isStored || method === ZIP_DEFLATED)) {
      const why = isEncrypted ? 'it is encrypted' : `it is compressed by method ${method}`;
      if (this.isWanted(entry)) this.#rejectEntry(entry, why);
      return undefined;
    }
    const offset = isStored ? place.contentOffset : place.offset;
    const open = this.#chooseOpener(entry);
    const archive =
      open && new WaczEntry(this.#parts, open, { offset, isStored, name: formatEntryName(entry) });
    this.#open = new PackageEntry(archive, PackageVerifier.describes(name));
    return this.#open;
  }

  endEntry(
    entry: ZipEntry,
    { archive, crc, lengthBytes, sha256, text }: PackageEntry,
    declared: { crc32: number | undefined } | undefined,
  ): void {
    this.#open = undefined;
    archive?.end();
    if (archive?.refusal !== undefined) this.#rejectEntry(entry, archive.refusal);
    else if (archive !== undefined) this.#isWacz = true;
    if (declared === undefined) return;
    const isSound = declared.crc32 === undefined || declared.crc32 === crc;
    if (!isSound && archive !== undefined)
      this.#addEntryDamage(entry, 'is damaged: its checksum does not match.');
    this.#hashes.add(entry.name, { sha256, lengthBytes });
    if (PackageVerifier.describes(entry.name)) this.#hashes.describe(entry.name, text);
  }

  breakEntry(entry: ZipEntry, fault: string): void {
    // Reports earlier damage, if any, as not fatal, and then the damage at which reading stopped.
    if (this.#parts.inflation.isStopped) this.#parts.damage.crossed();
    if (this.isWanted(entry) || this.#parts.inflation.isStopped) this.#addEntryDamage(entry, fault);
  }

  reportDamage(offset: number, message: string): void {
    this.#parts.damage.pend({ offset, message });
  }

  isWanted({ name }: ZipEntry): boolean {
    return PACKAGE.test(name) || (name.startsWith(FOLDER) && !name.endsWith('/'));
  }

  /**
   * Returns the function that opens a reader for the entry. Returns undefined for an entry that is only compared with
   * datapackage.json.
   */
  #chooseOpener(entry: ZipEntry): WaczEntryOpener | undefined {
    if (!this.isWanted(entry)) return undefined;
    if (!PACKAGE.test(entry.name)) return this.#readers.openEntry;
    if (this.#readers.openPackage === undefined) this.#rejectEntry(entry, TOO_DEEP);
    return this.#readers.openPackage;
  }

  #rejectEntry(entry: ZipEntry, why: string): void {
    const message = `${formatEntryName(entry)}: ${why}`;
    this.#refusal ??= message;
    this.#parts.damage.pend({ offset: this.#offset, message });
  }

  #addEntryDamage(entry: ZipEntry, what: string): void {
    this.#parts.damage.pend({ offset: this.#offset, message: `${formatEntryName(entry)} ${what}` });
  }
}
