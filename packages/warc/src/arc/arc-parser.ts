// Parses the records of an ARC file and converts each to a WARC record. The same code then validates, digests and
// stores records of ARC and WARC files.
import type { ContentParser, MemberUse, RecordParserParts } from '../record/content-parser.ts';
import type { FollowingData } from '../record/record-end.ts';
import { BLOCK_NOT_SEARCHED } from '../record/record-length.ts';
import type { DamageReport } from '../report/damage-report.ts';
import { type ArcHeader, describeArcHeader, mayBeginArcRecord } from './arc-header.ts';
import { describeArcLine, parseArcHeader, parseCommonArcHeader } from './arc-header-parser.ts';
import { ARC_LENGTH_TOO_SHORT, checkArcLength, DAMAGED_LINE_END, WRONG_ARC_LENGTH } from './arc-length.ts';
import { ArcHeaderFinder, ArcLineCollector, LINE_INCOMPLETE, LINE_TOO_LONG } from './arc-lines.ts';
import { ArcLookaheadBuffer } from './arc-lookahead-buffer.ts';
import { ArcTranslator } from './arc-translator.ts';

/** `gap`: between records. `header`: in a header line. `block`: in a block. `skip`: searching after damage. */
type ParserState = 'gap' | 'header' | 'block' | 'skip';

const LF = 10;
const CR = 13;
const LINE_END = Buffer.from('\n');
const NO_RECORD = 'No ARC record begins here.';
const NO_LENGTH = 'The length in the header of an ARC record is missing or not a number.';

export class ArcParser implements ContentParser {
  readonly #damage: DamageReport;
  readonly #records: ArcTranslator;
  readonly #plain: boolean;
  readonly #line = new ArcLineCollector();
  readonly #finder = new ArcHeaderFinder(false);
  readonly #trail: ArcLookaheadBuffer;
  #state: ParserState = 'gap';
  #memberOffset = 0;
  #memberFresh = false;
  #spanning = false;
  /**
   * Reported offset of the current record. `#headerLeads` is true if this record is the first one in its gzip member.
   */
  #headerOffset = 0;
  #headerLeads = false;
  /**
   * State of the previous record while its block is read or its length is not yet validated. `#offset` and `#leads`
   * correspond to the two fields above.
   */
  #open = false;
  #offset = 0;
  #leads = false;
  #recordBytes = 0;
  #blockBytes = 0;
  #blockLeft = 0;
  #blockOffset = 0;
  #blockMember = 0;
  #lastByte = -1;
  /** Number of line ends after the block. */
  #lines = 0;

  /** Creates a parser. `plain` is true if the input is not compressed. */
  constructor(parts: RecordParserParts, plain: boolean) {
    this.#damage = parts.damage;
    this.#records = new ArcTranslator(parts);
    this.#plain = plain;
    this.#trail = new ArcLookaheadBuffer(parts.openSpool);
  }

  beginMember(offset: number): void {
    this.#memberOffset = offset;
    this.#memberFresh = true;
  }

  push(bytes: Buffer, start: number, end: number, base: number): void {
    if (start === end) return;
    this.#trail.pushed(end - start);
    if (this.#spanning) this.#resumeSpanningRecord(bytes, start, end);
    this.#parseBytes(bytes, start, end, base);
  }

  leave(): void {}

  endMember(lengthBytes: number): void {
    while (this.#state === 'gap' && this.#open) this.#finishRecord('end', this.#leads ? lengthBytes : 0);
    if (this.#state === 'skip') {
      this.#damage.crossed();
      this.#state = 'gap';
    } else if (this.#state !== 'gap') this.#spanning = true;
    this.#memberFresh = false;
  }

  abandon(): { recordId?: string; url?: string } {
    // The previous record is complete if it is followed by a line end and the header of another record.
    if (this.#state === 'header' && this.#open && this.#lines > 0) this.#finishRecord('record', 0);
    this.#spanning = false;
    this.#state = 'gap';
    if (!this.#open) return {};
    this.#open = false;
    return this.#records.abandon();
  }

  end(): void {
    for (;;) {
      if (this.#state === 'header')
        this.#handleInvalidHeader('The input ends inside the header of an ARC record.');
      else if (this.#state === 'block') this.#endTruncatedBlock('The input ends inside a record.');
      else if (this.#state === 'gap' && this.#open) this.#finishRecord('end', this.#recordBytes);
      else return;
    }
  }

  close(): void {
    this.#records.close();
    this.#trail.begin();
  }

  get continues(): boolean {
    return this.#spanning;
  }

  memberUse(): MemberUse {
    return 'unwanted';
  }

  mayBegin(bytes: Uint8Array, end: number): boolean | undefined {
    return mayBeginArcRecord(bytes, end);
  }

  describe(bytes: Buffer, end: number): { url?: string } {
    this.#line.begin();
    if (this.#line.take(bytes, 0, end) < 0) return {};
    return describeArcLine(this.#line.copy(), this.#records.version);
  }

  #parseBytes(bytes: Buffer, start: number, end: number, base: number): void {
    for (let at = start; at < end; ) {
      if (this.#state === 'block') at = this.#readBlock(bytes, at, end);
      else if (this.#state === 'gap') at = this.#readGap(bytes, at, end, base);
      else if (this.#state === 'header') at = this.#readHeader(bytes, at, end, base);
      else at = this.#searchHeader(bytes, at, end, base);
    }
  }

  #readGap(bytes: Buffer, start: number, end: number, base: number): number {
    let at = start;
    for (; at < end && (bytes[at] === LF || bytes[at] === CR); at++) if (bytes[at] === LF) this.#lines++;
    if (this.#open) this.#trail.keep(bytes, start, at, this.#records.version);
    if (at === end) return at;
    this.#state = 'header';
    this.#headerOffset = this.#plain ? base + at : this.#memberOffset;
    this.#headerLeads = this.#memberFresh && at === start;
    this.#memberFresh = false;
    this.#line.begin();
    return this.#readHeader(bytes, at, end, base);
  }

  #readHeader(bytes: Buffer, start: number, end: number, base: number): number {
    const next = this.#line.take(bytes, start, end);
    if (next === LINE_INCOMPLETE) return end;
    if (next === LINE_TOO_LONG) {
      this.#handleInvalidHeader(NO_RECORD, true);
      return start;
    }
    const lineBytes = this.#line.raw.length;
    const header = this.#parseHeaderLine(this.#line.copy());
    if (header === undefined) this.#handleInvalidHeader(NO_RECORD);
    else if (!this.#open || this.#finishRecord('record', this.#plain ? this.#recordBytes : 0)) {
      this.#beginRecord(header, lineBytes, base + next);
    } else {
      // Parses `line` again in the current state. The line may come from reread bytes, which can end anywhere.
      const line = Buffer.concat([header.line, LINE_END]);
      this.#parseBytes(line, 0, line.length, base + next - lineBytes);
    }
    return next;
  }

  #parseHeaderLine(line: Buffer): ArcHeader | undefined {
    // A damaged byte may have replaced the line end after the record. The header then begins after this byte.
    const behind =
      this.#open && this.#lines === 0
        ? parseCommonArcHeader(line.subarray(1), this.#records.version)
        : undefined;
    if (behind === undefined) {
      const place = this.#headerLeads || !this.#open || this.#lines > 0 ? 'expected' : 'possible';
      return parseArcHeader(line, this.#records.version, place);
    }
    if (this.#plain) this.#headerOffset++;
    this.#records.warn(DAMAGED_LINE_END);
    return behind;
  }

  #beginRecord(header: ArcHeader, lineBytes: number, blockOffset: number): void {
    this.#damage.crossed();
    if (header.lengthBytes < 0) {
      this.#damage.pend({ offset: this.#headerOffset, message: NO_LENGTH, ...describeArcHeader(header) });
      this.#beginSkip(false);
      return;
    }
    this.#offset = this.#headerOffset;
    this.#leads = this.#headerLeads;
    this.#open = true;
    this.#blockBytes = header.lengthBytes;
    this.#blockLeft = header.lengthBytes;
    this.#blockOffset = blockOffset;
    this.#blockMember = this.#memberOffset;
    this.#recordBytes = lineBytes + header.lengthBytes;
    this.#lastByte = -1;
    this.#lines = 0;
    this.#trail.begin();
    this.#records.begin(header, this.#offset);
    this.#state = this.#blockLeft === 0 ? 'gap' : 'block';
  }

  #readBlock(bytes: Buffer, start: number, end: number): number {
    const stop = Math.min(end, start + this.#blockLeft);
    this.#records.block(bytes, start, stop);
    this.#trail.keep(bytes, start, stop, this.#records.version);
    this.#lastByte = bytes[stop - 1]!;
    this.#blockLeft -= stop - start;
    if (this.#blockLeft === 0) this.#state = 'gap';
    return stop;
  }

  /**
   * Validates the length of the previous record and reports the record. If the length is wrong, searches for the next
   * header and returns false.
   */
  #finishRecord(follower: FollowingData, lengthBytes: number, continues = false): boolean {
    const holdsAnother = this.#trail.hasCandidate(this.#blockBytes);
    const seen = { follower, lines: this.#lines, lastByte: this.#lastByte, holdsAnother };
    const judgement = checkArcLength(seen);
    if (judgement === 'wrong') {
      this.#abandonRecord(WRONG_ARC_LENGTH, continues);
      return false;
    }
    for (const warning of judgement) this.#records.warn(warning);
    this.#open = false;
    this.#records.end(lengthBytes);
    return true;
  }

  /** Handles a line that is not a header. `continues` is true if the line continues in the next chunk. */
  #handleInvalidHeader(message: string, continues = false): void {
    if (this.#open) {
      const { raw } = this.#line;
      this.#trail.keep(raw, 0, raw.length, this.#records.version);
      if (!this.#finishRecord('else', this.#plain ? this.#recordBytes : 0, continues)) return;
    }
    const known = describeArcLine(this.#line.copy(), this.#records.version);
    this.#damage.pend({ offset: this.#headerOffset, message, ...known });
    this.#beginSkip(continues);
  }

  /** Handles an input that ends inside a block. The page may still be complete according to its Content-Length. */
  #endTruncatedBlock(message: string): void {
    if (this.#trail.hasCandidate(this.#blockBytes) || !this.#records.isWhole) {
      this.#abandonRecord(message);
      return;
    }
    this.#records.warn(ARC_LENGTH_TOO_SHORT);
    this.#open = false;
    this.#state = 'gap';
    this.#records.end(this.#plain ? this.#recordBytes - this.#blockLeft : 0);
  }

  /** Reports the previous record as damaged. If another record may begin within its length, rereads those bytes. */
  #abandonRecord(why: string, continues = false): void {
    const isLost = this.#trail.hasCandidate(Number.POSITIVE_INFINITY);
    const taken = isLost ? this.#trail.take() : undefined;
    const message = isLost && taken === undefined ? `${why} ${BLOCK_NOT_SEARCHED}` : why;
    this.#damage.pend({ offset: this.#offset, message, ...this.#records.abandon() });
    this.#open = false;
    this.#beginSkip(continues && taken === undefined);
    if (taken === undefined) return;
    const memberOffset = this.#memberOffset;
    this.#memberOffset = this.#blockMember;
    this.#trail.readAgain(taken.held, this.#blockOffset + taken.at, (piece, offset) =>
      this.#parseBytes(piece, 0, piece.length, offset),
    );
    this.#memberOffset = memberOffset;
  }

  #beginSkip(inLine: boolean): void {
    this.#state = 'skip';
    this.#finder.begin(inLine);
  }

  #searchHeader(bytes: Buffer, start: number, end: number, base: number): number {
    const next = this.#finder.find(bytes, start, end, this.#records.version);
    if (next < 0) return end;
    const { header, raw } = this.#finder;
    this.#headerOffset = this.#plain ? base + next - raw.length : this.#memberOffset;
    this.#headerLeads = false;
    this.#beginRecord(header!, raw.length, base + next);
    return next;
  }

  /** Handles the start of a gzip member if the previous member ended inside a record. */
  #resumeSpanningRecord(bytes: Buffer, start: number, end: number): void {
    this.#spanning = false;
    this.#finder.begin(false);
    const begins = this.#finder.find(bytes, start, end, this.#records.version);
    if (begins < 0 || begins - start !== this.#finder.raw.length) {
      this.#memberFresh = false;
      return;
    }
    while (this.#state === 'block' || this.#state === 'header') {
      const message = 'The gzip member ends before the record in it does.';
      if (this.#state === 'block') this.#endTruncatedBlock(message);
      else this.#handleInvalidHeader(message);
    }
    while (this.#state === 'gap' && this.#open) this.#finishRecord('end', 0);
    this.#state = 'gap';
  }
}
