// Parses the header of a gzip member (RFC 1952), which may be split between chunks. Skips the optional fields.
import { crc32 } from 'node:zlib';

export const GZIP_HEADER_INCOMPLETE = 0;
export const GZIP_HEADER_COMPLETE = 1;
export const GZIP_HEADER_INVALID = 2;

const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const RESERVED = 0xe0;
/** Maximum length of a header. FEXTRA may have 64 KiB; RFC 1952 does not limit name and comment. */
const MAX_HEADER_BYTES = 256 * 1024;

const FIXED = 0;
const EXTRA_LENGTH = 1;
const EXTRA = 2;
const NAME = 3;
const COMMENT = 4;
const CRC = 5;

/**
 * Parses a header. Call `push` until it returns GZIP_HEADER_COMPLETE or GZIP_HEADER_INVALID. `length` is then the
 * length of the header.
 */
export class GzipHeader {
  length = 0;
  #part = FIXED;
  #partLength = 0;
  #flags = 0;
  #extraLength = 0;

  reset(): void {
    this.length = 0;
    this.#part = FIXED;
    this.#partLength = 0;
    this.#flags = 0;
  }

  /** Parses input[start, end) and adds the number of consumed bytes to `length`. */
  push(input: Uint8Array, start: number, end: number): 0 | 1 | 2 {
    if (this.length === 0 && end - start >= 10 && isPlainHeader(input, start)) {
      this.length = 10;
      return GZIP_HEADER_COMPLETE;
    }
    for (let at = start; at < end; ) {
      if (this.#part === EXTRA) {
        const step = Math.min(end - at, this.#extraLength - this.#partLength);
        this.#partLength += step;
        this.length += step;
        at += step;
        if (this.#partLength === this.#extraLength && this.#advanceField()) return GZIP_HEADER_COMPLETE;
        continue;
      }
      const byte = input[at++]!;
      this.length++;
      if (this.length > MAX_HEADER_BYTES) return GZIP_HEADER_INVALID;
      if (!this.#consumeByte(byte)) continue;
      if (this.#part === FIXED && (this.#flags & RESERVED) !== 0) return GZIP_HEADER_INVALID;
      if (this.#advanceField()) return GZIP_HEADER_COMPLETE;
    }
    return GZIP_HEADER_INCOMPLETE;
  }

  /** Consumes one byte. Returns true if it is the last byte of its field. */
  #consumeByte(byte: number): boolean {
    const index = this.#partLength++;
    switch (this.#part) {
      case FIXED:
        if (index === 3) this.#flags = byte;
        // Makes the flags invalid, so that the check after the ten fixed bytes fails.
        if ((index === 0 && byte !== 0x1f) || (index === 1 && byte !== 0x8b) || (index === 2 && byte !== 8)) {
          this.#flags = RESERVED;
          return true;
        }
        return index === 9;
      case EXTRA_LENGTH:
        this.#extraLength = index === 0 ? byte : this.#extraLength | (byte << 8);
        return index === 1;
      case CRC:
        return index === 1;
      default:
        return byte === 0;
    }
  }

  /** Advances to the next field that is present according to the flags. Returns true at the end of the header. */
  #advanceField(): boolean {
    const was = this.#part;
    this.#partLength = 0;
    if (was < EXTRA_LENGTH && this.#flags & FEXTRA) this.#part = EXTRA_LENGTH;
    else if (was === EXTRA_LENGTH && this.#extraLength > 0) this.#part = EXTRA;
    else if (was < NAME && this.#flags & FNAME) this.#part = NAME;
    else if (was < COMMENT && this.#flags & FCOMMENT) this.#part = COMMENT;
    else if (was < CRC && this.#flags & FHCRC) this.#part = CRC;
    else return true;
    return false;
  }
}

/** Returns whether the header consists of only the ten fixed bytes. */
function isPlainHeader(input: Uint8Array, start: number): boolean {
  return (
    input[start] === 0x1f && input[start + 1] === 0x8b && input[start + 2] === 8 && input[start + 3] === 0
  );
}

/** Returns whether a gzip header may begin at `at`. Checks only those bytes that are in the buffer. */
export function mayBeginGzipMember(buffer: Buffer, at: number): boolean {
  const left = buffer.length - at;
  return (
    (left < 2 || buffer[at + 1] === 0x8b) &&
    (left < 3 || buffer[at + 2] === 8) &&
    (left < 4 || (buffer[at + 3]! & 0xe0) === 0)
  );
}

const TRAILER_BYTES = 8;

/** Reads the trailer of a gzip member. Call `push` until it returns true. `length`: trailer bytes read so far. */
export class GzipTrailer {
  length = 0;
  #crc = 0;
  #sizeBytes = 0;
  #contentCrc = 0;
  #contentBytes = 0;

  reset(): void {
    this.length = 0;
    this.#crc = 0;
    this.#sizeBytes = 0;
    this.#contentCrc = 0;
    this.#contentBytes = 0;
  }

  /** Adds bytes of the content to the checksum and the length. */
  addContent(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#contentCrc = crc32(bytes, this.#contentCrc);
    this.#contentBytes = (this.#contentBytes + bytes.length) >>> 0;
  }

  /** Reads trailer bytes from input[start, end). Returns whether the trailer is complete. */
  push(input: Uint8Array, start: number, end: number): boolean {
    for (let at = start; at < end && this.length < TRAILER_BYTES; at++) {
      const byte = input[at]! << ((this.length % 4) * 8);
      if (this.length++ < 4) this.#crc |= byte;
      else this.#sizeBytes |= byte;
    }
    return this.length === TRAILER_BYTES;
  }

  /** True if the trailer matches the checksum and the length (modulo 2^32) of the content. */
  get matches(): boolean {
    return this.#crc >>> 0 === this.#contentCrc && this.#sizeBytes >>> 0 === this.#contentBytes;
  }
}
