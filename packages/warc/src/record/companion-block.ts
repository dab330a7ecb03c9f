// Processes the block of a companion record (request, metadata, warcinfo …). Verifies its declared digest, and holds
// the start of a request.
import { createHash, type Hash } from 'node:crypto';
import type { LabelledDigest } from '../bytes/header-values.ts';
import { FIELD_BLOCK_DIGEST, type WarcHeader } from '../head/warc-header.ts';
import type { CompanionRecord } from '../report/types.ts';
import { MAX_REQUEST_BYTES_READ } from '../request/canonical-request.ts';
import { computeDigest, equalsHexDigest } from './payload-digests.ts';

/** Initial size of the buffer, which few requests exceed. */
const FIRST_ROOM_BYTES = 64 * 1024;

/**
 * Reads one block after another. Call `begin`, then `push` until the block is complete, then `finish`, which sets
 * `blockStart` and errors of the companion record.
 */
export class CompanionBlockReader {
  #companion: CompanionRecord | undefined;
  #declared: LabelledDigest | undefined;
  #hash: Hash | undefined;
  #computed: string | undefined;
  #start: Buffer | undefined;
  #startLength = 0;
  #proven = false;

  /** Begins a block. With `checked`, its declared digest is verified. */
  begin(companion: CompanionRecord, header: WarcHeader, checked: boolean): void {
    this.#companion = companion;
    this.#declared =
      checked && header.has(FIELD_BLOCK_DIGEST) ? header.digest(FIELD_BLOCK_DIGEST) : undefined;
    this.#hash = undefined;
    this.#computed = undefined;
    this.#startLength = 0;
    this.#proven = false;
  }

  /** True if a declared digest has proved the content of the last finished block, and thus its length. */
  get proven(): boolean {
    return this.#proven;
  }

  push(bytes: Buffer, start: number, end: number): void {
    const companion = this.#companion!;
    if (companion.type === 'request') this.#appendStart(bytes, start, end);
    if (this.#declared === undefined) return;
    if (end - start === companion.blockLength) {
      this.#computed = computeDigest(this.#declared.algorithm, bytes.subarray(start, end));
      return;
    }
    this.#hash ??= createHash(this.#declared.algorithm);
    this.#hash.update(bytes.subarray(start, end));
  }

  /** Ends the block. Call this after pushing the whole block, even if it is empty. */
  finish(): void {
    const companion = this.#companion!;
    this.#companion = undefined;
    if (this.#startLength > 0) companion.blockStart = this.#start!.subarray(0, this.#startLength);
    if (this.#declared === undefined) return;
    const { algorithm, bytes } = this.#declared;
    const computed = this.#computed ?? this.#hash?.digest('hex') ?? computeDigest(algorithm, Buffer.alloc(0));
    this.#proven = equalsHexDigest(computed, bytes) || this.#isPayloadDigest(companion);
    if (!this.#proven) companion.error = 'WARC-Block-Digest does not match the block.';
  }

  /**
   * Returns whether the declared block digest matches a request's body, because some writers declare the body's digest.
   */
  #isPayloadDigest({ blockStart, blockLength }: CompanionRecord): boolean {
    if (blockStart?.length !== blockLength) return false;
    const { algorithm, bytes } = this.#declared!;
    const body = findBody(blockStart);
    return body !== undefined && equalsHexDigest(computeDigest(algorithm, body), bytes);
  }

  #appendStart(bytes: Buffer, start: number, end: number): void {
    const taken = Math.min(end - start, MAX_REQUEST_BYTES_READ - this.#startLength);
    if (taken === 0) return;
    const length = this.#startLength + taken;
    if (this.#start === undefined || this.#start.length < length) this.#growStart(length);
    bytes.copy(this.#start!, this.#startLength, start, start + taken);
    this.#startLength = length;
  }

  #growStart(length: number): void {
    const room = Buffer.allocUnsafeSlow(
      Math.max(FIRST_ROOM_BYTES, Math.min(2 * length, MAX_REQUEST_BYTES_READ)),
    );
    this.#start?.copy(room, 0, 0, this.#startLength);
    this.#start = room;
  }
}

const EMPTY_LINE = Buffer.from('\r\n\r\n', 'latin1');

/** Returns the bytes after the header block of an HTTP message, or undefined if the header block does not end. */
function findBody(message: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
  const at = bytes.indexOf(EMPTY_LINE);
  return at < 0 ? undefined : bytes.subarray(at + EMPTY_LINE.length);
}
