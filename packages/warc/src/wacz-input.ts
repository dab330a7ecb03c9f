// A WACZ as it comes by: a zip file, of which the entries in archive/ are read as what they are and all others passed over.
import type { ArchiveInput, InputParts } from './archive-input.ts';
import { because } from './content-type.ts';
import { BAD, ENDED, NEEDS_INPUT, type RawInflater } from './raw-inflater.ts';
import { type OpenEntry, WaczEntry } from './wacz-entry.ts';
import {
  bytesOfDescriptor,
  DEFLATED,
  DESCRIPTOR,
  descriptorAt,
  directoryBegins,
  entryAt,
  LOCAL_HEADER,
  MAX_DESCRIPTOR_BYTES,
  nameOf,
  STORED,
  type ZipEntry,
} from './zip-entry.ts';

/**
 * Where an entry begins; in one of known size; in one whose end is told by its descriptor; in one that is inflated; behind
 * its deflated data, or where those are broken; in the directory; searching the next entry behind damage.
 */
type State = 'header' | 'counted' | 'open' | 'deflated' | 'inflated' | 'broken' | 'done' | 'search';
/** Whether to go on, or what is missing for that. */
type Turn = 'go' | 'input' | 'pause';

const FOLDER = 'archive/';
const SIGNATURE_BYTES = 4;
const LOOK_AHEAD_BYTES = MAX_DESCRIPTOR_BYTES + 2;
const INFLATED_BYTES = 32 * 1024;
/** What one call inflates before it says that there is more: what is inflated may hold much more itself. */
const STEP_BYTES = INFLATED_BYTES;
const EMPTY = Buffer.alloc(0);

export class WaczInput implements ArchiveInput {
  readonly #parts: InputParts;
  readonly #openEntry: OpenEntry;
  #state: State = 'header';
  #buffer: Buffer = EMPTY;
  #at = 0;
  /** Input offset of #buffer[0]. */
  #base = 0;
  #inputBytes = 0;
  /** All input has come. */
  #isFinal = false;
  #entry: ZipEntry | undefined;
  #offset = 0;
  /** What was read of the entry, and what is left where its size is known. */
  #storedBytes = 0;
  #left = 0;
  /** Undefined when the entry is passed over. */
  #reader: WaczEntry | undefined;
  #isBusy = false;
  /** Input offset behind what the reader was given of the input itself. */
  #givenTo = 0;
  #inflater: RawInflater | undefined;
  #inflated: Buffer = EMPTY;
  #stepBytes = 0;
  /** An archive was found in it. */
  #isWacz = false;
  #refusal: string | undefined;

  constructor(parts: InputParts, openEntry: OpenEntry) {
    this.#parts = parts;
    this.#openEntry = openEntry;
  }

  write(chunk: Buffer): boolean {
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
    let turn: Turn = 'go';
    while (turn === 'go') turn = this.#turn();
    if (turn === 'pause') return false;
    // A copy: what it came in may be long.
    this.#buffer = this.#at === this.#buffer.length ? EMPTY : Buffer.from(this.#buffer.subarray(this.#at));
    this.#base += this.#at;
    this.#at = 0;
    return true;
  }

  /** Throws NotAWarcError when no archive was in it. */
  end(): void {
    this.#isFinal = true;
    while (!this.goOn());
    if (this.#state !== 'done') {
      const inEntry = this.#state !== 'header' && this.#state !== 'search';
      if (inEntry) this.#endReader();
      const offset = inEntry ? this.#offset : this.#base + this.#at;
      const where = inEntry ? `inside its entry ${nameOf(this.#entry!)}` : 'before its directory';
      this.#parts.damage.pend({ offset, message: `The zip archive ends ${where}.` });
    }
    if (this.#isWacz) return;
    const why = this.#refusal === undefined ? '' : ` (${this.#refusal})`;
    throw because(`it is a zip archive without a WARC or ARC in a folder archive/${why}`);
  }

  close(): void {
    this.#reader?.close();
    this.#inflater?.close();
    this.#inflater = undefined;
    this.#buffer = EMPTY;
    this.#inflated = EMPTY;
  }

  get heldInputBytes(): number {
    if (this.#reader === undefined || this.#givenTo === 0) return 0;
    return this.#inputBytes - this.#givenTo + this.#reader.heldInputBytes;
  }

  #turn(): Turn {
    if (this.#state === 'header') return this.#header();
    if (this.#state === 'counted') return this.#counted();
    if (this.#state === 'open') return this.#open();
    if (this.#state === 'deflated') return this.#deflated();
    if (this.#state === 'inflated' || this.#state === 'broken') return this.#inflatedAll();
    if (this.#state === 'search') return this.#search();
    this.#at = this.#buffer.length;
    return 'input';
  }

  #header(): Turn {
    const buffer = this.#buffer;
    const left = buffer.length - this.#at;
    if (left === 0 || (left < LOOK_AHEAD_BYTES && !this.#isFinal)) return 'input';
    if (buffer.indexOf(LOCAL_HEADER, this.#at) === this.#at) {
      const entry = entryAt(buffer, this.#at);
      if (entry === undefined) return 'input';
      this.#begin(entry);
      return 'go';
    }
    if (directoryBegins(buffer, this.#at)) {
      this.#state = 'done';
      return 'go';
    }
    // Behind an entry whose size was known all the same.
    const behind = this.#entry?.hasDescriptor ? descriptorAt(buffer, this.#at, this.#storedBytes) : undefined;
    this.#entry = undefined;
    if (behind !== undefined) this.#at += behind.lengthBytes;
    else {
      const offset = this.#base + this.#at;
      this.#parts.damage.pend({ offset, message: 'No entry of the zip archive begins here.' });
      this.#state = 'search';
    }
    return 'go';
  }

  #begin(entry: ZipEntry): void {
    this.#entry = entry;
    this.#offset = this.#base + this.#at;
    this.#at += entry.headerBytes;
    this.#storedBytes = 0;
    this.#left = entry.storedBytes ?? Number.POSITIVE_INFINITY;
    this.#givenTo = 0;
    const { name, method, isEncrypted } = entry;
    const isWanted = name.startsWith(FOLDER) && !name.endsWith('/');
    const isRead = isWanted && !isEncrypted && (method === STORED || method === DEFLATED);
    const isInflated = isRead && method === DEFLATED;
    this.#state = isInflated ? 'deflated' : entry.storedBytes === undefined ? 'open' : 'counted';
    if (isWanted && !isRead)
      this.#refuse(isEncrypted ? 'it is encrypted' : `it is compressed by method ${method}`);
    if (!isRead) return;
    const offset = isInflated ? this.#offset : this.#base + this.#at;
    this.#reader = new WaczEntry(this.#parts, this.#openEntry, { offset, isStored: !isInflated });
    if (!isInflated) return;
    this.#inflater ??= this.#parts.createInflater();
    this.#inflater.reset();
  }

  #counted(): Turn {
    const stop = Math.min(this.#buffer.length, this.#at + this.#left);
    if (!this.#give(stop)) return 'pause';
    if (this.#left > 0) return 'input';
    this.#endEntry(this.#entry!.hasDescriptor ? undefined : this.#entry!.crc32);
    return 'go';
  }

  /** In an entry that ends where a descriptor says that so many bytes lie in front of it. */
  #open(): Turn {
    const buffer = this.#buffer;
    let found = buffer.indexOf(DESCRIPTOR, this.#at);
    for (; found >= 0; found = buffer.indexOf(DESCRIPTOR, found + 1)) {
      if (buffer.length - found < LOOK_AHEAD_BYTES && !this.#isFinal) break;
      const descriptor = descriptorAt(buffer, found, this.#storedBytes + found - this.#at);
      if (descriptor === undefined) continue;
      if (!this.#give(found)) return 'pause';
      this.#at += descriptor.lengthBytes;
      this.#endEntry(descriptor.crc32);
      return 'go';
    }
    const behind = buffer.length - (this.#isFinal ? 0 : bytesOfDescriptor(buffer));
    return this.#give(Math.max(this.#at, found < 0 ? behind : found)) ? 'input' : 'pause';
  }

  /** Gives the reader the bytes of the entry up to `stop`. False when it must go on before more. */
  #give(stop: number): boolean {
    const bytes = this.#buffer.subarray(this.#at, stop);
    this.#at = stop;
    this.#storedBytes += bytes.length;
    this.#left -= bytes.length;
    if (this.#reader === undefined || bytes.length === 0) return true;
    this.#givenTo = this.#base + stop;
    this.#isBusy = !this.#reader.write(bytes);
    return !this.#isBusy;
  }

  #deflated(): Turn {
    const inflater = this.#inflater!;
    const reader = this.#reader!;
    const stop = Math.min(this.#buffer.length, this.#at + this.#left);
    // Memory that the reader still refers to is its own.
    if (this.#inflated.length === 0 || reader.heldInputBytes > 0) {
      this.#inflated = Buffer.allocUnsafeSlow(INFLATED_BYTES);
    }
    const status = inflater.step(this.#buffer, this.#at, stop, this.#inflated, 0);
    const { consumed, produced } = inflater;
    this.#at += consumed;
    this.#storedBytes += consumed;
    this.#left -= consumed;
    this.#stepBytes += produced;
    if (produced > 0) this.#isBusy = !reader.write(this.#inflated.subarray(0, produced));
    if (status === BAD || status === ENDED || (status === NEEDS_INPUT && this.#left === 0)) {
      this.#state = status === BAD ? 'broken' : 'inflated';
    } else if (status === NEEDS_INPUT && !this.#isBusy) return 'input';
    return this.#isBusy || this.#stepBytes >= STEP_BYTES ? 'pause' : 'go';
  }

  /** Behind the deflated data of an entry, or where it is broken. */
  #inflatedAll(): Turn {
    const isCounted = this.#left !== Number.POSITIVE_INFINITY;
    if (this.#state === 'broken') {
      this.#endReader();
      this.#pend(`is damaged: ${this.#inflater!.fault}.`);
      this.#state = isCounted ? 'counted' : 'open';
    } else if (isCounted) {
      this.#endReader(this.#entry!.hasDescriptor ? undefined : this.#entry!.crc32);
      this.#state = 'counted';
    } else return this.#descriptor();
    return 'go';
  }

  #descriptor(): Turn {
    if (this.#buffer.length - this.#at < LOOK_AHEAD_BYTES && !this.#isFinal) return 'input';
    const descriptor = descriptorAt(this.#buffer, this.#at, this.#storedBytes);
    if (descriptor !== undefined) this.#at += descriptor.lengthBytes;
    this.#endEntry(descriptor?.crc32);
    return 'go';
  }

  #endEntry(crc: number | undefined): void {
    this.#state = 'header';
    this.#endReader(crc);
  }

  /** `crc`: what the file says of the content, where it does. */
  #endReader(crc?: number): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    this.#reader = undefined;
    reader.end();
    if (reader.refusal !== undefined) this.#refuse(reader.refusal);
    else this.#isWacz = true;
    if (crc !== undefined && crc !== reader.crc) this.#pend('is damaged: its checksum does not match.');
  }

  #refuse(why: string): void {
    const message = `${nameOf(this.#entry!)}: ${why}`;
    this.#refusal ??= message;
    this.#parts.damage.pend({ offset: this.#offset, message });
  }

  #pend(what: string): void {
    this.#parts.damage.pend({ offset: this.#offset, message: `${nameOf(this.#entry!)} ${what}` });
  }

  /** Finds the next entry that is to be read. */
  #search(): Turn {
    const found = this.#buffer.indexOf(LOCAL_HEADER, this.#at);
    if (found < 0) {
      this.#at = Math.max(this.#at, this.#buffer.length - SIGNATURE_BYTES + 1);
      return 'input';
    }
    this.#at = found;
    const entry = entryAt(this.#buffer, found);
    if (entry === undefined) return 'input';
    if (entry.name.startsWith(FOLDER)) this.#begin(entry);
    else this.#at = found + 1;
    return 'go';
  }
}
