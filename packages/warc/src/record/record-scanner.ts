// Splits bytes into records. Finds the next record after damage, and rereads bytes that a wrong length covered. Does
// not depend on the compression, but knows where gzip members begin.

import { WARC_HEADER_TOO_LONG, WarcHeaderCollector } from '../head/header-collector.ts';
import {
  isCompanion,
  isSkippedCompanion,
  normalizeRecordType,
  toCompanionRecord,
  toImportRecord,
} from '../head/import-record.ts';
import { readLockssArtifact } from '../head/lockss-artifact.ts';
import {
  FIELD_TYPE,
  NOT_A_WARC_HEADER,
  WARC_HEADER_INCOMPLETE,
  type WarcHeader,
} from '../head/warc-header.ts';
import type { CompanionRecord, ImportRecord } from '../report/types.ts';
import { BlockDigester } from './block-digester.ts';
import { CompanionBlockReader } from './companion-block.ts';
import type { RecordParserParts } from './content-parser.ts';
import {
  advanceRecordLineMatch,
  type LookaheadBytes,
  RECORD_LINE_MATCHED,
  RECORD_LINE_PREFIX,
} from './lookahead-buffer.ts';
import { MemberBoundRecord } from './member-bound-record.ts';
import { type MemberSource, RecordAssembler } from './record-assembler.ts';
import type { FollowingData } from './record-end.ts';
import { RecordLengthValidator } from './record-length.ts';

/** `gap`: between records. `header`: in a WARC header. `block`: in a block. `skip`: searching after damage. */
type ScannerState = 'gap' | 'header' | 'block' | 'skip';

const LF = 10;
const CR = 13;

export class RecordScanner {
  state: ScannerState = 'gap';
  readonly keeper: RecordAssembler;
  readonly length: RecordLengthValidator;
  readonly bound: MemberBoundRecord;
  /** Reported offset of the current record. */
  offset = 0;
  blockLeft = 0;
  /** Offset of the current gzip member. */
  memberOffset = 0;
  /** True until the first byte of the gzip member has been read. */
  memberFresh = false;
  headerLeadsMember = false;
  /** True if the current record is a companion record (request, metadata, warcinfo …) instead of an artifact. */
  frontIsCompanion = false;
  readonly #parts: RecordParserParts;
  readonly #headers: WarcHeaderCollector;
  readonly #digester: BlockDigester;
  readonly #companionBlock = new CompanionBlockReader();
  /** Processes the current block. */
  #block: BlockDigester | CompanionBlockReader;
  readonly #plain: boolean;
  #companion = { type: '', offset: 0 };
  /** Number of bytes of `\nWARC/` that match the end of the bytes read so far. Used in the state `skip`. */
  #matched = 0;
  #foundBySkip = false;
  /** Input offset of the current buffer's first byte. Used only if the input is not compressed. */
  #base = 0;
  #again: LookaheadBytes | undefined;
  /** Input offset of the current block. `#blockMember` is the offset of its gzip member. */
  #blockOffset = 0;
  #blockMember = 0;

  /** Creates a scanner. See RecordAssembler for `members`. */
  constructor(parts: RecordParserParts, members?: MemberSource | 'made') {
    this.#parts = parts;
    this.#plain = members === undefined;
    this.keeper = new RecordAssembler(parts.sink, parts.compressor, members);
    this.length = new RecordLengthValidator(parts.openSpool);
    this.bound = new MemberBoundRecord(this.keeper, parts);
    this.#headers = new WarcHeaderCollector(parts.maxHeaderBytes);
    this.#digester = new BlockDigester(parts.maxHttpHeadBytes, parts);
    this.#block = this.#digester;
  }

  /** Reads bytes[start, end). `base` is the input offset of bytes[0], if the input is not compressed. */
  run(bytes: Buffer, start: number, end: number, base: number): void {
    this.#base = base;
    this.length.reads(bytes, start, end);
    for (let at = start; at < end; ) {
      if (this.state === 'block') at = this.#readBlock(bytes, at, end);
      else if (this.state === 'gap') at = this.#readGap(bytes, at, end);
      else if (this.state === 'header') at = this.#readHeader(bytes, at, end);
      else at = this.#searchHeader(bytes, at, end);
      if (this.#again === undefined) continue;
      this.#readAgain();
      this.length.reads(bytes, at, end);
    }
  }

  /**
   * Validates the length of the current record, unless it has already been validated. `wrong`: the record was reported
   * with an error. `again`: the record was reported with an error, and the bytes that its length covers must be reread.
   */
  settle(follower: FollowingData): 'settled' | 'wrong' | 'again' {
    if (!this.length.unsettled) return 'settled';
    const { record, verbatim } = this.keeper;
    const proven = record !== undefined && record.error === undefined && this.#block.proven;
    const judgement = this.length.settle(follower, record, proven, verbatim && follower === 'end');
    if (judgement.result === 'settled') return 'settled';
    const { again, message } = judgement;
    if (record !== undefined) record.error ??= message;
    if (record === undefined || isCompanion(record.type)) {
      const { type, offset } = this.#companion;
      this.#parts.damage.pend({ offset, message: `${type}: ${message}` });
    }
    this.keeper.conclude(false, 0);
    return again ? 'again' : 'wrong';
  }

  /** Rereads the bytes that the current record's length covers, at the end of the gzip member or the input. */
  readAgainAtEnd(): void {
    this.length.keep();
    this.#searchAgain();
    this.#readAgain();
  }

  #readGap(bytes: Buffer, start: number, end: number): number {
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === CR || byte === LF) this.length.lineEnd(byte);
      else if (byte !== 0 || !this.length.padding()) break;
    }
    if (at > start) this.memberFresh = false;
    if (at === end) return at;
    this.#beginHeader(this.#plain ? this.#base + at : this.memberOffset, false);
    return this.#readHeader(bytes, at, end);
  }

  #beginHeader(offset: number, foundBySkip: boolean): void {
    this.state = 'header';
    // Sets the offset only now: the previous record needs its own offset until the data after it is known.
    this.offset = offset;
    this.#foundBySkip = foundBySkip;
    this.headerLeadsMember = this.memberFresh && !this.#plain;
    this.memberFresh = false;
    this.#headers.begin();
  }

  #readHeader(bytes: Buffer, start: number, end: number): number {
    const block = this.#headers.take(bytes, start, end);
    if (block === NOT_A_WARC_HEADER) return this.#handleInvalidHeader(start);
    if (this.#headers.versionSeen) {
      if (this.settle('record') === 'again') return this.#searchAgain();
      this.keeper.conclude(false, 0);
    }
    if (block === WARC_HEADER_INCOMPLETE) return end;
    if (block === WARC_HEADER_TOO_LONG) {
      this.#addDamage(`A WARC header is longer than ${this.#parts.maxHeaderBytes} bytes.`);
      this.#beginSkip();
      return this.#headers.next;
    }
    this.#beginBlock(block);
    return block;
  }

  #beginBlock(from: number): void {
    const { bytes, start, end, header } = this.#headers;
    this.#parts.damage.crossed();
    const type = normalizeRecordType(header.repeatedText(FIELD_TYPE));
    const length = header.contentLength();
    this.state = 'block';
    this.blockLeft = length;
    const { companions } = this.#parts;
    this.frontIsCompanion = isCompanion(type);
    if (this.frontIsCompanion) this.#companion = { type, offset: this.offset };
    if (!this.frontIsCompanion || (length >= 0 && !isSkippedCompanion(type, companions))) {
      const stored = !this.frontIsCompanion || companions === 'all';
      const use = { verbatim: this.headerLeadsMember, stored };
      const record = this.#beginRecordOrCompanion(type, header);
      this.keeper.begin(record, use, end - start + length, bytes, start, end);
    } else if (length < 0) this.#addDamage(`Content-Length of a ${type} record is missing or not a number.`);
    if (length < 0) {
      this.keeper.conclude(false, 0);
      this.#beginSkip();
      return;
    }
    this.#blockOffset = this.#base + from;
    this.#blockMember = this.memberOffset;
    this.length.beginBlock(length, from);
    if (length === 0) this.#endBlock();
  }

  #beginRecordOrCompanion(type: string, header: WarcHeader): ImportRecord | CompanionRecord {
    return this.frontIsCompanion ? this.#beginCompanion(type, header) : this.#beginRecord(type, header);
  }

  #beginRecord(type: string, header: WarcHeader): ImportRecord {
    const record = toImportRecord(header, type, this.offset, this.#parts.keepDamaged);
    if (this.#parts.heldArtifacts) record.held = readLockssArtifact(header);
    this.#block = this.#digester;
    if (record.error === undefined) this.#digester.begin(record, header);
    return record;
  }

  #beginCompanion(type: string, header: WarcHeader): CompanionRecord {
    const companion = toCompanionRecord(header, type, this.offset);
    this.#block = this.#companionBlock;
    this.#companionBlock.begin(companion, header, this.#parts.companions === 'all');
    return companion;
  }

  #readBlock(bytes: Buffer, start: number, end: number): number {
    const stop = Math.min(end, start + this.blockLeft);
    const { record } = this.keeper;
    if (record !== undefined && record.error === undefined) {
      this.#block.push(bytes, start, stop);
      this.keeper.write(bytes, start, stop);
    }
    this.blockLeft -= stop - start;
    this.length.blockByte(bytes[stop - 1]!);
    if (this.blockLeft === 0) this.#endBlock();
    return stop;
  }

  #endBlock(): void {
    this.state = 'gap';
    if (this.keeper.record !== undefined && this.keeper.record.error === undefined) this.#block.finish();
  }

  /**
   * Handles a line that is not a header although a header was expected. `start` is the index of the line's last bytes.
   */
  #handleInvalidHeader(start: number): number {
    if (!this.bound.begin(this.length)) {
      const judged = this.settle('else');
      if (judged === 'again') return this.#searchAgain();
      this.keeper.conclude(false, 0);
      if (judged === 'settled' && !this.#foundBySkip) this.#addDamage('No WARC record begins here.');
    }
    this.#beginSkip();
    const held = this.#headers.held();
    if (held.length === 0) return start + 1;
    const { next } = this.#headers;
    // Searches the few stored bytes of the line as well, because `WARC/` may be split between them and the current
    // bytes.
    this.#scanOtherBuffer(held, 1, this.offset);
    return next;
  }

  /** Searches for the next record from the start of the current block. */
  #searchAgain(): number {
    const { taken, from } = this.length.take();
    this.#again = taken;
    this.#beginSkip();
    // The stored data begins directly after a line end.
    this.#matched = taken.held === undefined ? taken.matched : 1;
    return from;
  }

  #readAgain(): void {
    const { held, at } = this.#again!;
    this.#again = undefined;
    if (held === undefined) return;
    const { memberOffset, memberFresh } = this;
    this.memberOffset = this.#blockMember;
    this.memberFresh = false;
    let offset = this.#blockOffset + at;
    for (let piece = held.next(); piece !== undefined; piece = held.next()) {
      this.#scanOtherBuffer(piece, 0, offset);
      offset += piece.length;
    }
    this.memberOffset = memberOffset;
    this.memberFresh = memberFresh;
  }

  /** Reads bytes of another buffer. `base` is the input offset of bytes[0]. */
  #scanOtherBuffer(bytes: Buffer, start: number, base: number): void {
    const outerBase = this.#base;
    this.length.aside(() => {
      this.run(bytes, start, bytes.length, base);
      if (this.length.unsettled) this.length.keep();
    });
    this.#base = outerBase;
  }

  #beginSkip(): void {
    this.state = 'skip';
    this.#matched = 0;
  }

  #addDamage(message: string): void {
    this.#parts.damage.pend({ offset: this.offset, message });
  }

  #searchHeader(bytes: Buffer, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      this.#matched = advanceRecordLineMatch(this.#matched, bytes[at]!);
      if (this.#matched < RECORD_LINE_MATCHED) continue;
      this.bound.giveUp();
      this.#beginHeader(
        this.#plain ? this.#base + at - RECORD_LINE_PREFIX.length + 1 : this.memberOffset,
        true,
      );
      this.#headers.take(RECORD_LINE_PREFIX, 0, RECORD_LINE_PREFIX.length);
      return at + 1;
    }
    return end;
  }
}
