// Parses records in inflated or uncompressed bytes. Handles the start and end of gzip members, and the input's end.
import { describeRecord } from '../head/import-record.ts';
import { mayBeginRecord, WARC_MAGIC_BYTES } from '../head/warc-header.ts';
import type { ContentParser, MemberUse, RecordParserParts } from './content-parser.ts';
import type { MemberSource } from './record-assembler.ts';
import { BLOCK_NOT_SEARCHED } from './record-length.ts';
import { RecordScanner } from './record-scanner.ts';

export class RecordParser implements ContentParser {
  readonly #parts: RecordParserParts;
  readonly #scanner: RecordScanner;
  /** True if the last gzip member ended inside a record, which may continue in the next member. */
  #spanning = false;

  /**
   * Creates a parser. `members` is the source of the original gzip members, or undefined if the input is not
   * compressed. With `made`, the original members cannot be stored (zstandard, ARC), so all records are compressed
   * again.
   */
  constructor(parts: RecordParserParts, members?: MemberSource | 'made') {
    this.#parts = parts;
    this.#scanner = new RecordScanner(parts, members);
  }

  beginMember(offset: number): void {
    const scanner = this.#scanner;
    if (!this.#spanning) scanner.frontIsCompanion = false;
    scanner.memberOffset = offset;
    scanner.memberFresh = true;
  }

  push(bytes: Buffer, start: number, end: number, base: number): void {
    if (start === end) return;
    this.#scanner.length.pushed(end - start);
    if (this.#spanning) this.#resumeSpanningRecord(bytes, start, end);
    this.#scanner.run(bytes, start, end, base);
  }

  leave(): void {
    const { length, headerLeadsMember, frontIsCompanion } = this.#scanner;
    // The only record of a gzip member ends with the member, so its bytes need not be searched.
    const isAlone = headerLeadsMember && !frontIsCompanion;
    if (length.unsettled && !isAlone) length.keep();
    else length.pass();
  }

  endMember(lengthBytes: number): void {
    const scanner = this.#scanner;
    while (scanner.state === 'gap' && scanner.settle('end') === 'again') scanner.readAgainAtEnd();
    if (scanner.state === 'gap') scanner.keeper.conclude(true, lengthBytes);
    else if (scanner.state === 'skip') {
      if (scanner.bound.isOpen && !scanner.bound.keep(scanner.offset, lengthBytes)) scanner.bound.giveUp();
      this.#parts.damage.crossed();
      scanner.state = 'gap';
    } else {
      if (scanner.state === 'header') {
        scanner.keeper.conclude(false, 0);
        scanner.length.unsettled = false;
      } else scanner.length.keep();
      this.#spanning = true;
    }
    scanner.memberFresh = false;
  }

  abandon(): { recordId?: string; url?: string } {
    this.#spanning = false;
    this.#scanner.state = 'gap';
    this.#scanner.bound.isOpen = false;
    this.#scanner.length.unsettled = false;
    return this.#scanner.keeper.abandon();
  }

  end(): void {
    const scanner = this.#scanner;
    for (;;) {
      const inHeader = scanner.state === 'header';
      if (inHeader || scanner.state === 'gap') {
        if (scanner.settle('end') === 'again') {
          scanner.readAgainAtEnd();
          continue;
        }
        scanner.keeper.conclude(false, 0);
      }
      if (!inHeader && scanner.state !== 'block') return;
      this.#abandonOpenRecord(`The input ends inside a ${inHeader ? 'WARC header' : 'record'}.`);
    }
  }

  close(): void {
    this.#scanner.length.close();
  }

  get continues(): boolean {
    return this.#spanning;
  }

  /** Only meaningful between gzip members. */
  get isSettled(): boolean {
    return !this.#spanning && this.#scanner.state === 'gap';
  }

  memberUse(): MemberUse {
    const { keeper, memberFresh, state, headerLeadsMember } = this.#scanner;
    if (keeper.record !== undefined) return keeper.wantsMember ? 'wanted' : 'unwanted';
    return memberFresh || (state === 'header' && headerLeadsMember) ? 'unknown' : 'unwanted';
  }

  mayBegin(bytes: Uint8Array, end: number): boolean | undefined {
    const begins = mayBeginRecord(bytes, 0, end);
    return begins && end < WARC_MAGIC_BYTES ? undefined : begins;
  }

  describe(bytes: Buffer, end: number): { recordId?: string; url?: string } {
    return describeRecord(bytes, end);
  }

  /** Adds a warning to the current record. */
  warn(message: string): void {
    this.#scanner.keeper.record?.warnings.push(message);
  }

  /** Handles the start of a gzip member if the previous member ended inside a record. */
  #resumeSpanningRecord(bytes: Buffer, start: number, end: number): void {
    const scanner = this.#scanner;
    this.#spanning = false;
    if (!mayBeginRecord(bytes, start, end)) {
      scanner.memberFresh = false;
      scanner.headerLeadsMember = false;
      if (scanner.state === 'block') scanner.keeper.spread(scanner.blockLeft);
      return;
    }
    for (;;) {
      if (scanner.state === 'block' || scanner.state === 'header') {
        this.#abandonOpenRecord('The gzip member ends before the record in it does.');
      } else if (scanner.state === 'gap' && scanner.settle('end') === 'again') scanner.readAgainAtEnd();
      else break;
    }
    scanner.keeper.conclude(false, 0);
    scanner.state = 'gap';
  }

  /** Abandons the current record at the end of its input, and rereads the bytes that its length covers. */
  #abandonOpenRecord(message: string): void {
    const scanner = this.#scanner;
    const { offset } = scanner;
    const inBlock = scanner.state === 'block';
    if (inBlock && scanner.bound.keep(offset, 0)) {
      this.abandon();
      return;
    }
    const again = inBlock && scanner.length.mayReadAgain();
    const full = inBlock && !again ? `${message} ${BLOCK_NOT_SEARCHED}` : message;
    this.#parts.damage.pend({ offset, message: full, ...this.abandon() });
    if (again) scanner.readAgainAtEnd();
  }
}
