// Reads gzip input. Passes the content of its members to the parser and verifies their checksums. After damage,
// searches for the next member.
import {
  GZIP_HEADER_INCOMPLETE,
  GZIP_HEADER_INVALID,
  GzipHeader,
  GzipTrailer,
  mayBeginGzipMember,
} from '../gzip/gzip-header.ts';
import { INFLATE_ENDED, INFLATE_FAILED, RawInflater } from '../gzip/raw-inflater.ts';
import { inflateMemberStart, reinflateMember } from '../gzip/reinflate.ts';
import type { ContentParser } from '../record/content-parser.ts';
import type { MemberSource } from '../record/record-assembler.ts';
import { isRecordPadding } from '../record/record-end.ts';
import type { MemberView, StreamedMember } from '../report/types.ts';
import type { RecordFormat } from './archive-format.ts';
import type { ArchiveInput, ArchiveInputParts } from './archive-input.ts';
import { ContentDetector } from './content-detector.ts';
import { MemberBuffer } from './member-buffer.ts';

type GzipInputState = 'between' | 'header' | 'body' | 'trailer' | 'search';

/** Maximum number of inflated bytes that are passed to the parser at once. */
const WINDOW_BYTES = 320 * 1024;
/** Maximum number of input bytes within which a member must begin a record; otherwise, the member is skipped. */
const PROOF_WITHIN_BYTES = 65_536;
/**
 * Maximum number of compressed bytes that are held in memory while it is unknown whether the record will be stored.
 * Replaces the inline limit during this time.
 */
const UNKNOWN_LIMIT_BYTES = 1024 * 1024;
/**
 * Limit on bytes that are searched again: a minimum, plus a multiple of the input's length. It keeps the total work
 * linear.
 */
const MIN_REWORK_BYTES = 1024 * 1024;
const REWORK_FACTOR = 4;
const EMPTY = Buffer.alloc(0);

export class GzipInput implements ArchiveInput, MemberSource {
  readonly #parts: ArchiveInputParts;
  readonly #inflater = new RawInflater();
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  readonly #header = new GzipHeader();
  readonly #trailer = new GzipTrailer();
  readonly #member: MemberBuffer;
  readonly #content: ContentDetector;
  #state: GzipInputState = 'between';
  #buffer: Buffer = EMPTY;
  #at = 0;
  /** Input offset of #buffer[0]. */
  #base = 0;
  #inputBytes = 0;
  /** Difference between input offsets and #inputBytes. 0 unless `goOnAt` was called. */
  #offset = 0;
  #reworkedBytes = 0;
  #memberOffset = 0;
  /** Index in #buffer of the first byte of the gzip member that is not yet in #member. */
  #memberFrom = 0;
  #windowLength = 0;
  /**
   * True until the member is known to begin with a record. Initially true for the first member and for members found by
   * searching.
   */
  #unproven = true;
  #announced = false;
  #spanPieces: Uint8Array[] | undefined;
  #spanHeaderLength = 0;

  constructor(
    parts: ArchiveInputParts,
    openParser: (format: RecordFormat, members: MemberSource) => ContentParser,
  ) {
    this.#parts = parts;
    this.#content = new ContentDetector('gzip', (format) => openParser(format, this));
    this.#member = new MemberBuffer(parts.sink, parts.inlineLimitBytes, parts.viewMembers);
  }

  /** Reads the next bytes of the input. Throws NotAWarcError if there is no record at the start of the input. */
  write(chunk: Buffer): true {
    if (this.#parts.inflation.isStopped) return true;
    this.#buffer = chunk;
    this.#at = 0;
    this.#base = this.#offset + this.#inputBytes;
    this.#inputBytes += chunk.length;
    this.#memberFrom = 0;
    this.#member.beginInput();
    this.#processBuffer();
    if (this.#state === 'search') this.#content.expectBefore(this.#offset + this.#inputBytes);
    this.#saveMemberBytes();
    this.#buffer = EMPTY;
    this.#memberFrom = 0;
    return true;
  }

  goOn(): true {
    return true;
  }

  end(): void {
    this.#at = 0;
    this.#base = this.#offset + this.#inputBytes;
    while (this.#state !== 'between' && this.#state !== 'search') {
      // The input ends inside a member. Reports the member's complete records, and the truncated record as damage.
      if (!this.#unproven) this.#flushWindow();
      this.#abandonMember('The input ends inside a gzip member.');
      this.#processBuffer();
    }
    this.#content.expect().end();
  }

  close(): void {
    this.#inflater.close();
    this.#member.release();
    this.#content.parser?.close();
    this.#spanPieces = undefined;
  }

  /** Number of the most recent input bytes that the reader still references. */
  get heldInputBytes(): number {
    return this.#spanPieces === undefined ? this.#member.heldBytes : Number.POSITIVE_INFINITY;
  }

  get isSettled(): boolean {
    return this.#state === 'between' && this.#content.parser?.isSettled === true;
  }

  goOnAt(offset: number): void {
    this.#offset = offset - this.#inputBytes;
  }

  takeMember(): Uint8Array | MemberView | StreamedMember {
    return this.#member.take(this.#buffer, this.#memberFrom, this.#at);
  }

  replayMember(lengthBytes: number, take: (bytes: Uint8Array, start: number, end: number) => void): boolean {
    const pieces = this.#spanPieces ?? this.#member.pieces(this.#buffer, this.#memberFrom, this.#at);
    if (pieces === undefined) return false;
    const headerLength = this.#spanPieces === undefined ? this.#header.length : this.#spanHeaderLength;
    const inflater = new RawInflater();
    reinflateMember(inflater, pieces, headerLength, lengthBytes, take);
    inflater.close();
    return true;
  }

  #processBuffer(): void {
    const { inflation } = this.#parts;
    while (this.#at < this.#buffer.length && !inflation.isStopped) {
      if (this.#state === 'body') this.#inflateBody();
      else if (this.#state === 'header') this.#readMemberHeader();
      else if (this.#state === 'trailer') this.#readMemberTrailer();
      else if (this.#state === 'search') this.#searchMember();
      else if (this.#buffer[this.#at] === 0) this.#at++;
      else this.#beginMember(this.#content.parser === undefined);
    }
  }

  #beginMember(unproven: boolean): void {
    this.#state = 'header';
    this.#memberOffset = this.#base + this.#at;
    this.#content.expectBefore(this.#memberOffset);
    this.#memberFrom = this.#at;
    this.#member.beginMember();
    this.#header.reset();
    this.#windowLength = 0;
    this.#trailer.reset();
    this.#unproven = unproven;
    this.#announced = false;
  }

  #readMemberHeader(): void {
    const before = this.#header.length;
    const status = this.#header.push(this.#buffer, this.#at, this.#buffer.length);
    if (status === GZIP_HEADER_INVALID) {
      this.#abandonMember('No gzip member begins here.');
      return;
    }
    this.#at += this.#header.length - before;
    if (status === GZIP_HEADER_INCOMPLETE) return;
    this.#inflater.reset();
    this.#state = 'body';
  }

  #inflateBody(): void {
    const inflater = this.#inflater;
    const status = inflater.step(
      this.#buffer,
      this.#at,
      this.#buffer.length,
      this.#window,
      this.#windowLength,
    );
    if (status === INFLATE_FAILED) {
      this.#abandonMember(`The gzip member is damaged: ${inflater.fault}.`);
      return;
    }
    this.#at += inflater.consumed;
    this.#windowLength += inflater.produced;
    if (!this.#parts.inflation.add(inflater.produced)) {
      if (!this.#unproven) this.#flushWindow();
      this.#parts.damage.crossed();
      this.#abandonMember(this.#parts.inflation.message);
      return;
    }
    if (this.#unproven && !this.#checkContent(status === INFLATE_ENDED)) return;
    if (this.#windowLength === WINDOW_BYTES) this.#flushWindow();
    if (status === INFLATE_ENDED) this.#state = 'trailer';
  }

  /** Checks whether the member begins with a record. Returns false if it does not. */
  #checkContent(ended: boolean): boolean {
    const length = this.#windowLength;
    const isBlank = length < WINDOW_BYTES && isRecordPadding(this.#window, length);
    const begins = isBlank ? undefined : this.#content.begins(this.#window, length);
    if (begins) this.#unproven = false;
    const tooFew = !ended && this.#base + this.#at - this.#memberOffset < PROOF_WITHIN_BYTES;
    if (begins || (begins === undefined && (tooFew || (ended && isBlank)))) return true;
    this.#content.missed(this.#window, this.#windowLength);
    this.#abandonMember('The gzip member contains no record.');
    return false;
  }

  #readMemberTrailer(): void {
    const before = this.#trailer.length;
    const isComplete = this.#trailer.push(this.#buffer, this.#at, this.#buffer.length);
    this.#at += this.#trailer.length - before;
    if (isComplete) this.#endMember();
  }

  #endMember(): void {
    // Verifies the checksum before the last bytes are parsed, so that the records of a member that fits in the window
    // are reported only after this check.
    this.#addWindowToTrailer();
    if (!this.#trailer.matches) {
      this.#abandonMember('The gzip member is damaged: its checksum does not match.');
      return;
    }
    // Treats a member without a record as padding.
    if (!this.#unproven) this.#pushWindow();
    const parser = this.#unproven ? undefined : this.#content.parser;
    parser?.endMember(this.#base + this.#at - this.#memberOffset);
    if (parser?.continues) {
      this.#spanPieces = this.#member.pieces(this.#buffer, this.#memberFrom, this.#at);
      this.#spanHeaderLength = this.#header.length;
    }
    this.#member.release();
    this.#state = 'between';
  }

  #flushWindow(): void {
    this.#addWindowToTrailer();
    this.#pushWindow();
    this.#content.parser!.leave();
  }

  #addWindowToTrailer(): void {
    this.#trailer.addContent(this.#window.subarray(0, this.#windowLength));
  }

  #pushWindow(): void {
    const parser = this.#content.parser!;
    if (!this.#announced) parser.beginMember(this.#memberOffset);
    this.#announced = true;
    const length = this.#windowLength;
    this.#windowLength = 0;
    parser.push(this.#window, 0, length, 0);
    this.#spanPieces = undefined;
  }

  /** Saves the member's bytes in #buffer, which is about to be replaced. */
  #saveMemberBytes(): void {
    if (this.#state === 'between' || this.#state === 'search') return;
    const member = this.#member;
    member.keep(this.#buffer.subarray(this.#memberFrom));
    if (member.streaming || !member.isLarge) return;
    if (!this.#unproven) this.#flushWindow();
    const use = this.#content.parser?.memberUse() ?? 'unknown';
    if (use === 'wanted') member.startStreaming();
    else if (use === 'unwanted' || member.heldBytes > UNKNOWN_LIMIT_BYTES) member.release();
  }

  /**
   * Abandons the member. Searches for the next one from the second byte of the abandoned one, because damage may have
   * hidden the boundary between the two.
   */
  #abandonMember(message: string): void {
    const inBody = this.#state !== 'header' && !this.#announced;
    const pieces = inBody
      ? this.#member.pieces(this.#buffer, this.#memberFrom, this.#buffer.length)
      : undefined;
    const isRead = pieces !== undefined && (this.#content.isFirst || !this.#unproven);
    const start = isRead ? inflateMemberStart(this.#inflater, pieces, this.#header.length) : EMPTY;
    const known = this.#content.giveUp(start, !this.#unproven);
    this.#content.missed(this.#window, 0);
    this.#parts.damage.pend({ offset: this.#memberOffset, message, ...known });
    this.#state = 'search';
    this.#spanPieces = undefined;
    const again = this.#base + this.#at - this.#memberOffset;
    const rework = this.#member.complete && this.#reserveRework(again);
    if (rework && this.#member.heldBytes > 0) {
      this.#buffer = this.#member.join(this.#buffer.subarray(this.#memberFrom));
      this.#base = this.#memberOffset;
      this.#memberFrom = 0;
    }
    this.#at = rework ? this.#memberFrom + 1 : Math.max(this.#at, this.#memberFrom + 1);
    this.#member.release();
  }

  #reserveRework(bytes: number): boolean {
    if (this.#reworkedBytes + bytes > MIN_REWORK_BYTES + this.#inputBytes * REWORK_FACTOR) return false;
    this.#reworkedBytes += bytes;
    return true;
  }

  #searchMember(): void {
    const at = this.#buffer.indexOf(0x1f, this.#at);
    this.#at = at < 0 ? this.#buffer.length : at;
    if (at < 0) return;
    if (mayBeginGzipMember(this.#buffer, at)) this.#beginMember(true);
    else this.#at = at + 1;
  }
}
