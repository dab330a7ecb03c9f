// Splits inflated (or plain) bytes into records and reports them. Knows nothing of gzip but that members begin and end.
import { BlockDigester } from './block-digester.ts';
import type { DamageReport } from './damage-report.ts';
import { HeaderCollector, TOO_LONG } from './header-collector.ts';
import { isPassedOver, isReported, toImportRecord } from './import-record.ts';
import type { MemberCompressor } from './member-compressor.ts';
import { type MemberSource, RecordKeeper } from './record-keeper.ts';
import type { WarcSink } from './types.ts';
import { INCOMPLETE, mayBeginRecord, NOT_A_HEADER, TYPE } from './warc-header.ts';

export type RecordParserParts = {
  sink: WarcSink;
  damage: DamageReport;
  compressor: MemberCompressor;
  maxHeaderBytes: number;
  maxHttpHeadBytes: number;
};

/** What the record in progress means for the compressed bytes of its member. */
export type MemberUse = 'unknown' | 'wanted' | 'unwanted';

/** Between records; in a WARC header; in a block; searching the next header behind damage. */
type State = 'gap' | 'header' | 'block' | 'skip';

const LF = 10;
const CR = 13;
/** Line ends behind a block: with these its length was right, whatever follows. */
const RECORD_END_LINES = 2;
const LINE_WARC = Buffer.from('\nWARC/', 'latin1');

export class RecordParser {
  readonly #parts: RecordParserParts;
  readonly #headers: HeaderCollector;
  readonly #digester: BlockDigester;
  readonly #plain: boolean;
  #state: State = 'gap';
  readonly #keeper: RecordKeeper;
  #blockLeft = 0;
  /** Line ends since the last block. */
  #gapLines = 0;
  /** Offset to be reported for the record in progress. */
  #offset = 0;
  /** How many bytes of LINE_WARC the input just ended with, in 'skip'. */
  #matched = 0;
  #foundBySkip = false;
  #memberOffset = 0;
  /** Input offset of bytes[0], for plain input. */
  #base = 0;
  /** Type and offset of the record before, when it is one that is not reported; else empty. */
  #passedOver = '';
  #passedOverOffset = 0;
  /** Nothing of the current member was read yet. */
  #memberFresh = false;
  #headerLeadsMember = false;
  /** A member ended inside a record, which may go on in the next one. */
  #spanning = false;

  /** Without `members` the input is plain. */
  constructor(parts: RecordParserParts, members?: MemberSource) {
    this.#parts = parts;
    this.#plain = members === undefined;
    this.#keeper = new RecordKeeper(parts.sink, parts.compressor, members);
    this.#headers = new HeaderCollector(parts.maxHeaderBytes);
    this.#digester = new BlockDigester(parts.maxHttpHeadBytes);
  }

  /** Says that the next bytes are the first of the gzip member at `offset`. */
  beginMember(offset: number): void {
    this.#memberOffset = offset;
    this.#memberFresh = true;
    if (!this.#spanning) this.#passedOver = '';
  }

  /** Takes bytes[start, end). `base` is the input offset of bytes[0], for plain input. */
  push(bytes: Buffer, start: number, end: number, base: number): void {
    if (start === end) return;
    this.#base = base;
    if (this.#spanning) this.#goOnSpanning(bytes, start, end);
    for (let at = start; at < end; ) {
      if (this.#state === 'block') at = this.#block(bytes, at, end);
      else if (this.#state === 'gap') at = this.#gap(bytes, at, end);
      else if (this.#state === 'header') at = this.#header(bytes, at, end);
      else at = this.#skip(bytes, at, end);
    }
  }

  /** Says that the member ended and was sound. `lengthBytes` is its size. */
  endMember(lengthBytes: number): void {
    if (this.#state === 'gap') this.#keeper.conclude(true, lengthBytes);
    else if (this.#state === 'skip') {
      this.#parts.damage.crossed();
      this.#state = 'gap';
    } else {
      if (this.#state === 'header') this.#keeper.conclude(false, 0);
      this.#spanning = true;
    }
    this.#memberFresh = false;
  }

  /** Gives the record in progress up, its member being damaged; what is known of it. */
  abandon(): { recordId?: string; url?: string } {
    this.#state = 'gap';
    this.#spanning = false;
    return this.#keeper.abandon();
  }

  /** Says that the input is complete: reports the last record, or what is missing of it. */
  end(): void {
    const inHeader = this.#state === 'header';
    if (inHeader || this.#state === 'gap') this.#keeper.conclude(false, 0);
    if (!inHeader && this.#state !== 'block') return;
    const message = `The input ends inside a ${inHeader ? 'WARC header' : 'record'}.`;
    const offset = this.#offset;
    this.#parts.damage.pend({ offset, message, ...this.abandon() });
  }

  /** True while a record goes on beyond the end of its member. */
  get goesOn(): boolean {
    return this.#spanning;
  }

  memberUse(): MemberUse {
    const { record, verbatim } = this.#keeper;
    if (record !== undefined) return record.error === undefined && verbatim ? 'wanted' : 'unwanted';
    return this.#memberFresh || (this.#state === 'header' && this.#headerLeadsMember)
      ? 'unknown'
      : 'unwanted';
  }

  #gap(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && (bytes[at] === CR || bytes[at] === LF)) if (bytes[at++] === LF) this.#gapLines++;
    if (at > start) this.#memberFresh = false;
    if (at === end) return at;
    this.#beginHeader(this.#plain ? this.#base + at : this.#memberOffset, false);
    return this.#header(bytes, at, end);
  }

  #beginHeader(offset: number, foundBySkip: boolean): void {
    this.#state = 'header';
    // A record that waits for what follows it still needs its own offset, which it has.
    this.#offset = offset;
    this.#foundBySkip = foundBySkip;
    this.#headerLeadsMember = this.#memberFresh && !this.#plain;
    this.#memberFresh = false;
    this.#headers.begin();
  }

  #header(bytes: Buffer, start: number, end: number): number {
    const block = this.#headers.take(bytes, start, end);
    if (block === NOT_A_HEADER) return this.#notAHeader(start);
    if (this.#headers.versionSeen) this.#keeper.conclude(false, 0);
    if (block === INCOMPLETE) return end;
    if (block === TOO_LONG) {
      const message = `A WARC header is longer than ${this.#parts.maxHeaderBytes} bytes.`;
      this.#parts.damage.pend({ offset: this.#offset, message });
      this.#beginSkip();
      return this.#headers.next;
    }
    this.#beginBlock();
    return block;
  }

  #beginBlock(): void {
    const { bytes, start, end, header } = this.#headers;
    this.#parts.damage.crossed();
    const type = lowerCase(header.repeatedText(TYPE));
    const length = header.contentLength();
    this.#state = 'block';
    this.#blockLeft = length;
    this.#passedOver = isPassedOver(type) ? type : '';
    this.#passedOverOffset = this.#offset;
    if (this.#passedOver === '') {
      const record = toImportRecord(header, type, this.#offset);
      if (record.error === undefined) this.#digester.begin(record, header);
      this.#keeper.begin(record, this.#headerLeadsMember, end - start + length, bytes, start, end);
    } else if (length < 0) {
      const message = `Content-Length of a ${type} record is missing or no number.`;
      this.#parts.damage.pend({ offset: this.#offset, message });
    }
    if (length === 0) this.#endBlock();
    if (length >= 0) return;
    this.#keeper.conclude(false, 0);
    this.#beginSkip();
  }

  #block(bytes: Buffer, start: number, end: number): number {
    const stop = Math.min(end, start + this.#blockLeft);
    const { record } = this.#keeper;
    if (record !== undefined && record.error === undefined) {
      this.#digester.push(bytes, start, stop);
      this.#keeper.write(bytes, start, stop);
    }
    this.#blockLeft -= stop - start;
    if (this.#blockLeft === 0) this.#endBlock();
    return stop;
  }

  #endBlock(): void {
    this.#state = 'gap';
    this.#gapLines = 0;
    if (this.#keeper.record !== undefined && this.#keeper.record.error === undefined) this.#digester.finish();
  }

  /** First bytes of the member behind one that ended inside a record. */
  #goOnSpanning(bytes: Buffer, start: number, end: number): void {
    this.#spanning = false;
    if (mayBeginRecord(bytes, start, end)) {
      const message = 'The gzip member ends before the record in it does.';
      const offset = this.#offset;
      this.#parts.damage.pend({ offset, message, ...this.abandon() });
      return;
    }
    this.#memberFresh = false;
    this.#headerLeadsMember = false;
    if (this.#state === 'block') this.#keeper.spread(this.#blockLeft);
  }

  /** What should have been a header is none. `start` is where the last bytes of it began. */
  #notAHeader(start: number): number {
    const waiting = this.#keeper.record;
    if (waiting !== undefined && this.#gapLines < RECORD_END_LINES) {
      waiting.error ??= 'Content-Length is wrong: the block is not followed by the end of the record.';
      this.#keeper.conclude(false, 0);
    } else {
      this.#keeper.conclude(false, 0);
      if (!this.#foundBySkip) this.#parts.damage.pend(this.#misplaced());
    }
    this.#beginSkip();
    const held = this.#headers.held();
    if (held.length === 0) return start + 1;
    const { next } = this.#headers;
    // The beginning of the line came before these bytes and may hold what is searched; it is a few bytes at most.
    const base = this.#base;
    this.push(held, 1, held.length, this.#offset);
    this.#base = base;
    return next;
  }

  /** Bytes that belong to no record: the fault of the record before them, where there is one in this member. */
  #misplaced(): { offset: number; message: string } {
    if (this.#passedOver === '' || this.#gapLines >= RECORD_END_LINES) {
      return { offset: this.#offset, message: 'No WARC record begins here.' };
    }
    const message = `Content-Length of a ${this.#passedOver} record is wrong: the block is not followed by its end.`;
    return { offset: this.#passedOverOffset, message };
  }

  #beginSkip(): void {
    this.#state = 'skip';
    this.#matched = 0;
  }

  #skip(bytes: Buffer, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === LF) this.#matched = 1;
      else if (this.#matched > 0 && byte === LINE_WARC[this.#matched]) this.#matched++;
      else this.#matched = 0;
      if (this.#matched < LINE_WARC.length) continue;
      this.#beginHeader(this.#plain ? this.#base + at - 4 : this.#memberOffset, true);
      this.#headers.take(LINE_WARC, 1, LINE_WARC.length);
      return at + 1;
    }
    return end;
  }
}

/** Most types are in lower case already: no new string for those. */
function lowerCase(type: string): string {
  return isPassedOver(type) || isReported(type) ? type : type.toLowerCase();
}
