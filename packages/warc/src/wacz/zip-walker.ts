// Reads a zip file as a stream: finds its entries, inflates deflated ones, and passes their content to the readers that
// the handler returns. Independent of the format of the entries.

import { INFLATE_ENDED, INFLATE_FAILED, INFLATE_NEEDS_INPUT, RawInflater } from '../gzip/raw-inflater.ts';
import type { Inflation } from '../report/inflation.ts';
import {
  DESCRIPTOR_LOOKAHEAD_BYTES,
  findDescriptor,
  formatEntryName,
  isZipDirectoryAt,
  LOCAL_HEADER_SIGNATURE,
  parseDescriptorAt,
  parseZipEntryAt,
  ZIP_DEFLATED,
  type ZipEntry,
} from './zip-entry.ts';
import type { ZipEntryReader, ZipHandler } from './zip-handler.ts';

interface WalkerParts {
  readonly inflation: Inflation;
}

/**
 * `header`: at the start of an entry. `counted`: in an uncompressed entry of known size. `open`: in an uncompressed
 * entry that ends with a descriptor. `deflated`: in a deflated entry. `inflated`: after deflated data. `broken`: after
 * damaged deflated data. `done`: in the central directory. `search`: searching for the next entry after damage.
 */
type WalkerState = 'header' | 'counted' | 'open' | 'deflated' | 'inflated' | 'broken' | 'done' | 'search';
/** Next step: continue (`go`), wait for input (`input`) or return to the caller (`pause`). */
type NextStep = 'go' | 'input' | 'pause';

const SIGNATURE_BYTES = 4;
const INFLATED_BYTES = 32 * 1024;
/**
 * Number of bytes that one call inflates before it returns. Small, because the inflated bytes may be archives that
 * inflate further.
 */
const STEP_BYTES = INFLATED_BYTES;
const EMPTY = Buffer.alloc(0);

export class ZipWalker<Reader extends ZipEntryReader> {
  readonly #parts: WalkerParts;
  readonly #handler: ZipHandler<Reader>;
  #state: WalkerState = 'header';
  #buffer: Buffer = EMPTY;
  #at = 0;
  /** Input offset of #buffer[0]. */
  #base = 0;
  #inputBytes = 0;
  /** True after the end of the input. */
  #isFinal = false;
  #entry: ZipEntry | undefined;
  #offset = 0;
  /** Number of bytes of the entry that have been read. `#left`: number of bytes left, if the entry's size is known. */
  #storedBytes = 0;
  #left = 0;
  /** Reader of the entry. Undefined if the entry is skipped. */
  #reader: Reader | undefined;
  #isBusy = false;
  /** Input offset of the end of the bytes that were passed to the reader without copying. */
  #givenTo = 0;
  #inflater: RawInflater | undefined;
  #inflated: Buffer = EMPTY;
  #stepBytes = 0;

  constructor(parts: WalkerParts, handler: ZipHandler<Reader>) {
    this.#parts = parts;
    this.#handler = handler;
  }

  write(chunk: Buffer): boolean {
    if (this.#parts.inflation.isStopped) return true;
    const rest = this.#buffer.length;
    this.#buffer = rest === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    this.#base = this.#inputBytes - rest;
    this.#inputBytes += chunk.length;
    this.#at = 0;
    return this.goOn();
  }

  goOn(): boolean {
    if (this.#isBusy && !this.#reader!.goOn()) return false;
    this.#isBusy = false;
    this.#stepBytes = 0;
    let turn: NextStep = 'go';
    const { inflation } = this.#parts;
    while (turn === 'go' && !inflation.isStopped) turn = this.#runStep();
    if (inflation.isStopped) this.#stop();
    else if (turn === 'pause') return false;
    // Copies the rest of the chunk, because a small rest would keep the whole chunk in memory.
    this.#buffer = this.#at === this.#buffer.length ? EMPTY : Buffer.from(this.#buffer.subarray(this.#at));
    this.#base += this.#at;
    this.#at = 0;
    return true;
  }

  end(): void {
    this.#isFinal = true;
    while (!this.goOn());
    if (this.#state === 'done') return;
    const inEntry = this.#state !== 'header' && this.#state !== 'search';
    if (inEntry) this.#endReader();
    const offset = inEntry ? this.#offset : this.#base + this.#at;
    const where = inEntry ? `inside its entry ${formatEntryName(this.#entry!)}` : 'before its directory';
    this.#handler.reportDamage(offset, `The zip archive ends ${where}.`);
  }

  close(): void {
    this.#inflater?.close();
    this.#inflater = undefined;
    this.#buffer = EMPTY;
    this.#inflated = EMPTY;
  }

  get heldInputBytes(): number {
    if (this.#reader === undefined || this.#givenTo === 0) return 0;
    return this.#inputBytes - this.#givenTo + this.#reader.heldInputBytes;
  }

  #runStep(): NextStep {
    if (this.#state === 'header') return this.#readEntryHeader();
    if (this.#state === 'counted') return this.#readCountedEntry();
    if (this.#state === 'open') return this.#readUncountedEntry();
    if (this.#state === 'deflated') return this.#readDeflatedEntry();
    if (this.#state === 'inflated' || this.#state === 'broken') return this.#endDeflatedData();
    if (this.#state === 'search') return this.#searchEntry();
    this.#at = this.#buffer.length;
    return 'input';
  }

  #readEntryHeader(): NextStep {
    const buffer = this.#buffer;
    const left = buffer.length - this.#at;
    if (left === 0 || (left < DESCRIPTOR_LOOKAHEAD_BYTES && !this.#isFinal)) return 'input';
    if (buffer.indexOf(LOCAL_HEADER_SIGNATURE, this.#at) === this.#at) {
      const entry = parseZipEntryAt(buffer, this.#at);
      if (entry === undefined) return 'input';
      this.#openEntry(entry);
      return 'go';
    }
    if (isZipDirectoryAt(buffer, this.#at)) {
      this.#state = 'done';
      return 'go';
    }
    // An entry of known size may have a descriptor as well.
    const behind = this.#entry?.hasDescriptor
      ? parseDescriptorAt(buffer, this.#at, this.#storedBytes)
      : undefined;
    this.#entry = undefined;
    if (behind !== undefined) this.#at += behind.lengthBytes;
    else {
      this.#handler.reportDamage(this.#base + this.#at, 'No entry of the zip archive begins here.');
      this.#state = 'search';
    }
    return 'go';
  }

  #openEntry(entry: ZipEntry): void {
    this.#entry = entry;
    this.#offset = this.#base + this.#at;
    this.#at += entry.headerBytes;
    this.#storedBytes = 0;
    this.#left = entry.storedBytes ?? Number.POSITIVE_INFINITY;
    this.#givenTo = 0;
    const place = { offset: this.#offset, contentOffset: this.#base + this.#at };
    this.#reader = this.#handler.beginEntry(entry, place);
    const isInflated = this.#reader !== undefined && entry.method === ZIP_DEFLATED;
    this.#state = isInflated ? 'deflated' : entry.storedBytes === undefined ? 'open' : 'counted';
    if (!isInflated) return;
    this.#inflater ??= new RawInflater();
    this.#inflater.reset();
  }

  #readCountedEntry(): NextStep {
    const stop = Math.min(this.#buffer.length, this.#at + this.#left);
    if (!this.#passToReader(stop)) return 'pause';
    if (this.#left > 0) return 'input';
    this.#endEntry(this.#entry!.hasDescriptor ? undefined : this.#entry!.crc32);
    return 'go';
  }

  /** Reads an entry of unknown size, which ends at the first descriptor that declares its actual size. */
  #readUncountedEntry(): NextStep {
    const found = findDescriptor(this.#buffer, this.#at, this.#storedBytes, this.#isFinal);
    if (!this.#passToReader(found.at)) return 'pause';
    if (found.descriptor === undefined) return 'input';
    this.#at += found.descriptor.lengthBytes;
    this.#endEntry(found.descriptor.crc32);
    return 'go';
  }

  /**
   * Passes the bytes of the entry up to `stop` to the reader. Returns false if the reader accepts more bytes only after
   * its `goOn` has been called.
   */
  #passToReader(stop: number): boolean {
    const bytes = this.#buffer.subarray(this.#at, stop);
    this.#at = stop;
    this.#storedBytes += bytes.length;
    this.#left -= bytes.length;
    if (this.#reader === undefined || bytes.length === 0) return true;
    this.#givenTo = this.#base + stop;
    this.#isBusy = !this.#reader.write(bytes);
    return !this.#isBusy;
  }

  #readDeflatedEntry(): NextStep {
    const inflater = this.#inflater!;
    const reader = this.#reader!;
    const stop = Math.min(this.#buffer.length, this.#at + this.#left);
    // Allocates a new buffer if the reader still references the previous output.
    if (this.#inflated.length === 0 || reader.heldInputBytes > 0) {
      this.#inflated = Buffer.allocUnsafeSlow(INFLATED_BYTES);
    }
    const status = inflater.step(this.#buffer, this.#at, stop, this.#inflated, 0);
    const { consumed, produced } = inflater;
    this.#at += consumed;
    this.#storedBytes += consumed;
    this.#left -= consumed;
    this.#stepBytes += produced;
    if (!this.#parts.inflation.add(produced)) {
      this.#handler.breakEntry(this.#entry!, `is read no further: ${this.#parts.inflation.message}`);
      return 'go';
    }
    if (produced > 0) this.#isBusy = !reader.write(this.#inflated.subarray(0, produced));
    if (
      status === INFLATE_FAILED ||
      status === INFLATE_ENDED ||
      (status === INFLATE_NEEDS_INPUT && this.#left === 0)
    ) {
      this.#state = status === INFLATE_FAILED ? 'broken' : 'inflated';
    } else if (status === INFLATE_NEEDS_INPUT && !this.#isBusy) return 'input';
    return this.#isBusy || this.#stepBytes >= STEP_BYTES ? 'pause' : 'go';
  }

  /** Continues after the end of the entry's deflated data, or after damage in it. */
  #endDeflatedData(): NextStep {
    const isCounted = this.#left !== Number.POSITIVE_INFINITY;
    if (this.#state === 'broken') {
      this.#endReader();
      this.#handler.breakEntry(this.#entry!, `is damaged: ${this.#inflater!.fault}.`);
      this.#state = isCounted ? 'counted' : 'open';
    } else if (isCounted) {
      this.#endReader({ crc32: this.#entry!.hasDescriptor ? undefined : this.#entry!.crc32 });
      this.#state = 'counted';
    } else return this.#readDescriptor();
    return 'go';
  }

  #readDescriptor(): NextStep {
    if (this.#buffer.length - this.#at < DESCRIPTOR_LOOKAHEAD_BYTES && !this.#isFinal) return 'input';
    const descriptor = parseDescriptorAt(this.#buffer, this.#at, this.#storedBytes);
    if (descriptor !== undefined) this.#at += descriptor.lengthBytes;
    this.#endEntry(descriptor?.crc32);
    return 'go';
  }

  #endEntry(crc32: number | undefined): void {
    this.#state = 'header';
    this.#endReader({ crc32 });
  }

  /**
   * Ends the reader of the entry. `declared`: checksum in the zip file, undefined if the entry was not read completely.
   */
  #endReader(declared?: { crc32: number | undefined }): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    this.#reader = undefined;
    this.#handler.endEntry(this.#entry!, reader, declared);
  }

  /** Skips the rest of the input, because the limit on inflated bytes is reached. */
  #stop(): void {
    this.#endReader();
    this.#isBusy = false;
    this.#state = 'done';
    this.#at = this.#buffer.length;
  }

  /** Searches for the next entry after damage. */
  #searchEntry(): NextStep {
    const found = this.#buffer.indexOf(LOCAL_HEADER_SIGNATURE, this.#at);
    if (found < 0) {
      this.#at = Math.max(this.#at, this.#buffer.length - SIGNATURE_BYTES + 1);
      return 'input';
    }
    this.#at = found;
    const entry = parseZipEntryAt(this.#buffer, found);
    if (entry === undefined) return 'input';
    if (this.#handler.isWanted(entry)) this.#openEntry(entry);
    else this.#at = found + 1;
    return 'go';
  }
}
