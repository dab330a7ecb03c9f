// Converts the records of an ARC file to WARC records. Stores the version and the file name from the filedesc.

import { advanceLineState, EMPTY_LINE_ENDED, LINE_HAS_CONTENT } from '../bytes/text.ts';
import type { RecordParserParts } from '../record/content-parser.ts';
import { RecordParser } from '../record/record-parser.ts';
import { type ArcHeader, decodeUrl, isFiledesc } from './arc-header.ts';
import { isHttpCapture, makeArcRecordId, toWarcHeader } from './arc-record.ts';

/** Maximum size of a block that is held in memory until its end, because its declared length may be wrong. */
const HELD_BYTES = 256 * 1024;
const RECORD_END = Buffer.from('\r\n\r\n', 'latin1');
const VERSION_BYTES = 2;

/** Converts one record after another. Call `begin`, then `block` repeatedly, then `end` or `abandon`. */
export class ArcTranslator {
  /** Version in the filedesc. Undefined before the filedesc has been read. */
  version: 1 | 2 | undefined;
  readonly #records: RecordParser;
  #filedesc: Buffer | undefined;
  #warcinfoId: string | undefined;
  /** Start of the filedesc's block, which contains the version. */
  #versionText: string | undefined;
  #offset = -1;
  /** Sequence number that distinguishes records with the same offset. */
  #ordinal = 0;
  /** Current record, while its block is held in memory. */
  #waiting: { header: ArcHeader; recordId: string } | undefined;
  #held: Buffer | undefined;
  #heldBytes = 0;
  #warnings: string[] = [];

  constructor(parts: RecordParserParts) {
    this.#records = new RecordParser(parts, 'made');
  }

  /** Begins a record whose length is known. `offset` is its reported offset. */
  begin(header: ArcHeader, offset: number): void {
    this.#ordinal = offset === this.#offset ? this.#ordinal + 1 : 0;
    this.#offset = offset;
    const describesFile = isFiledesc(header);
    if (describesFile) {
      this.#filedesc = header.line;
      this.version = undefined;
    }
    const recordId = makeArcRecordId(this.#filedesc, header, offset, this.#ordinal);
    if (describesFile) this.#warcinfoId = recordId;
    this.#versionText = describesFile ? '' : undefined;
    this.#warnings = [];
    this.#heldBytes = 0;
    this.#waiting = undefined;
    if (header.lengthBytes <= HELD_BYTES) this.#waiting = { header, recordId };
    else this.#beginRecord(header, recordId);
  }

  /** Adds bytes to the block. */
  block(bytes: Buffer, start: number, end: number): void {
    if (this.#waiting === undefined) this.#push(bytes, start, end);
    else {
      this.#held ??= Buffer.allocUnsafeSlow(HELD_BYTES);
      this.#heldBytes += bytes.copy(this.#held, this.#heldBytes, start, end);
    }
    if (this.#versionText === undefined || this.#versionText.length >= VERSION_BYTES) return;
    this.#versionText += bytes.toString('latin1', start, Math.min(end, start + VERSION_BYTES));
    const [digit] = this.#versionText;
    this.version = digit === '1' ? 1 : digit === '2' ? 2 : undefined;
  }

  /**
   * True if the block is an HTTP message that is complete according to its own Content-Length, although the ARC header
   * declares a greater length.
   */
  get isWhole(): boolean {
    if (this.#waiting === undefined || !isHttpCapture(this.#waiting.header)) return false;
    const block = this.#held?.subarray(0, this.#heldBytes) ?? Buffer.alloc(0);
    const body = findBodyStart(block);
    const said = /\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r?\n/i.exec(block.toString('latin1', 0, body))?.[1];
    const behind = said === undefined ? -1 : body + Number(said);
    return behind >= body && behind <= block.length && /^[\r\n]*$/.test(block.toString('latin1', behind));
  }

  /** Adds a warning to the record. */
  warn(message: string): void {
    this.#warnings.push(message);
  }

  /**
   * Reports the record with the block received so far. `lengthBytes` is the number of input bytes that contain only
   * this record, or 0 if the record shares a gzip member with other records.
   */
  end(lengthBytes: number): void {
    if (this.#waiting !== undefined) {
      const { header, recordId } = this.#waiting;
      this.#waiting = undefined;
      this.#beginRecord({ ...header, lengthBytes: this.#heldBytes }, recordId);
      if (this.#heldBytes > 0) this.#push(this.#held!, 0, this.#heldBytes);
    }
    for (const warning of this.#warnings) this.#records.warn(warning);
    this.#push(RECORD_END, 0, RECORD_END.length);
    this.#records.endMember(lengthBytes);
  }

  /** Discards the record. Returns its record ID and URL, if they are known. */
  abandon(): { recordId?: string; url?: string } {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) return this.#records.abandon();
    const { header, recordId } = waiting;
    return isFiledesc(header) ? {} : { recordId, url: decodeUrl(header) };
  }

  close(): void {
    this.#records.close();
    this.#held = undefined;
  }

  #beginRecord(header: ArcHeader, recordId: string): void {
    const { version } = this;
    const origin = { version, offset: this.#offset, recordId, warcinfoId: this.#warcinfoId };
    const bytes = toWarcHeader(header, origin);
    this.#records.beginMember(this.#offset);
    this.#push(bytes, 0, bytes.length);
  }

  #push(bytes: Buffer, start: number, end: number): void {
    this.#records.push(bytes, start, end, 0);
    this.#records.leave();
  }
}

/** Returns the index in the block at which the body of an HTTP message begins. */
function findBodyStart(block: Buffer): number {
  let line = LINE_HAS_CONTENT;
  for (let at = 0; at < block.length; at++) {
    line = advanceLineState(line, block[at]!);
    if (line === EMPTY_LINE_ENDED) return at + 1;
  }
  return block.length;
}
