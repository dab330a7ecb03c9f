// Collects the header of a WARC record, which may be split between chunks. warc-header.ts parses it.
import { appendBytes } from '../bytes/append-bytes.ts';
import { advanceLineState, EMPTY_LINE_ENDED, LINE_HAS_CONTENT } from '../bytes/text.ts';
import {
  MAX_VERSION_LINE_BYTES,
  NOT_A_WARC_HEADER,
  WARC_HEADER_INCOMPLETE,
  WarcHeader,
} from './warc-header.ts';

/** Result of `take` for a header that exceeds the maximum length. */
export const WARC_HEADER_TOO_LONG = -3;

export class WarcHeaderCollector {
  readonly header = new WarcHeader();
  /** True after a valid version line. */
  versionSeen = false;
  /** Buffer with the complete header in bytes[start, end). Valid when `take` has returned an index. */
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** Index after the last byte that was read, if `take` has returned WARC_HEADER_TOO_LONG or NOT_A_WARC_HEADER. */
  next = 0;
  readonly #maxBytes: number;
  #held: Buffer = Buffer.alloc(0);
  #heldLength = 0;
  /** Number of bytes of #held that have been searched for an empty line, and the line state after these bytes. */
  #searched = 0;
  #line = LINE_HAS_CONTENT;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  begin(): void {
    this.versionSeen = false;
    this.#heldLength = 0;
    this.#searched = 0;
    this.#line = LINE_HAS_CONTENT;
  }

  /** Reads bytes[start, end). Returns the index after the header, or one of the negative results. */
  take(bytes: Buffer, start: number, end: number): number {
    return this.#heldLength === 0
      ? this.#parseInPlace(bytes, start, end)
      : this.#collectMore(bytes, start, end);
  }

  /** Returns a copy of the collected header bytes. */
  held(): Buffer {
    return Buffer.from(this.#held.subarray(0, this.#heldLength));
  }

  /** Fast path: parses a header that is completely in `bytes` without copying it. */
  #parseInPlace(bytes: Buffer, start: number, end: number): number {
    const limit = Math.min(end, start + this.#maxBytes);
    this.next = limit;
    const fields = this.header.parseVersion(bytes, start, limit);
    this.versionSeen = fields >= 0;
    if (fields === NOT_A_WARC_HEADER) return NOT_A_WARC_HEADER;
    const behind =
      fields === WARC_HEADER_INCOMPLETE
        ? WARC_HEADER_INCOMPLETE
        : this.header.parseFields(bytes, fields, limit);
    if (behind >= 0) return this.#setRange(bytes, start, behind, behind);
    if (limit - start === this.#maxBytes) return WARC_HEADER_TOO_LONG;
    this.#appendHeld(bytes, start, limit);
    return WARC_HEADER_INCOMPLETE;
  }

  #collectMore(bytes: Buffer, start: number, end: number): number {
    const before = this.#heldLength;
    const limit = Math.min(end, start + this.#maxBytes - before);
    const first = this.versionSeen
      ? start
      : Math.min(limit, start + Math.max(0, MAX_VERSION_LINE_BYTES - before));
    this.next = first;
    if (!this.versionSeen) {
      // Collects only the version line until this line is known to be valid, so that data that is not a header costs
      // little.
      this.#appendHeld(bytes, start, first);
      const fields = this.header.parseVersion(this.#held, 0, this.#heldLength);
      if (fields < 0) return fields;
      this.versionSeen = true;
    }
    this.#appendHeld(bytes, first, limit);
    this.next = limit;
    const behind = this.#findEmptyLine();
    if (behind < 0)
      return this.#heldLength === this.#maxBytes ? WARC_HEADER_TOO_LONG : WARC_HEADER_INCOMPLETE;
    this.header.parseFields(this.#held, this.header.parseVersion(this.#held, 0, behind), behind);
    return this.#setRange(this.#held, 0, behind, start + behind - before);
  }

  /** Returns the index in #held after the first empty line, or -1 if there is none. Examines each byte only once. */
  #findEmptyLine(): number {
    while (this.#searched < this.#heldLength) {
      this.#line = advanceLineState(this.#line, this.#held[this.#searched++]!);
      if (this.#line === EMPTY_LINE_ENDED) return this.#searched;
    }
    return -1;
  }

  #setRange(bytes: Buffer, start: number, end: number, next: number): number {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    return next;
  }

  #appendHeld(bytes: Buffer, start: number, end: number): void {
    this.#held = appendBytes(this.#held, this.#heldLength, bytes, start, end);
    this.#heldLength += end - start;
  }
}
