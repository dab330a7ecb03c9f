// Processes the block of a reported record: finds the HTTP header block, computes digests of the payload, and verifies
// declared digests.
import { createHash, type Hash } from 'node:crypto';
import type { LabelledDigest } from '../bytes/header-values.ts';
import { advanceLineState, EMPTY_LINE_ENDED, LINE_HAS_CONTENT } from '../bytes/text.ts';
import { HTTP_HEAD_INCOMPLETE, HttpHead, NOT_AN_HTTP_HEAD } from '../head/http-head.ts';
import {
  findHttpHeadRule,
  HTTP_HEAD_NONE,
  HTTP_HEAD_OPTIONAL,
  readDeclaredDigest,
} from '../head/import-record.ts';
import { FIELD_BLOCK_DIGEST, FIELD_PAYLOAD_DIGEST, type WarcHeader } from '../head/warc-header.ts';
import type { ImportedPayload, ImportRecord, PayloadReading } from '../report/types.ts';
import {
  type BodyFraming,
  computeDigest,
  digestPayload,
  equalsHexDigest,
  type PayloadDigests,
  PayloadHasher,
} from './payload-digests.ts';

/** Maximum size of a block that is hashed with one call per digest, if it is in one buffer. */
const WHOLE_BLOCK_BYTES = 300 * 1024;

const ODD_STATUS =
  'The status line does not follow HTTP (HTTP/1.1 200 OK). It is stored unchanged, with its status code if it has one.';

const BEHIND_LAST_CHUNK =
  'Bytes follow the last chunk of the body: they are kept, but are not part of the payload.';

export const BLOCK_DIGEST_OF_PAYLOAD = 'WARC-Block-Digest is the digest of the payload, not of the block.';

/**
 * Digests one block after another. Call `begin`, then `push` until the block is complete, then `finish`, which sets
 * `http`, `payload` and errors of the record.
 */
export class BlockDigester {
  readonly #maxHeadBytes: number;
  readonly #keepsDamaged: boolean;
  readonly #reading: PayloadReading;
  readonly #head = new HttpHead();
  readonly #hashes = new PayloadHasher();
  #scratch: Buffer | undefined;
  #record: ImportRecord | undefined;
  #wantHead: number = HTTP_HEAD_NONE;
  #inHead = false;
  /** Start of an HTTP header block that arrives in several buffers. The buffer doubles when it is full. */
  #held: Buffer | undefined;
  #heldLength = 0;
  /** Line state after the last byte in #held. */
  #line = LINE_HAS_CONTENT;
  #taken = 0;
  #done = false;
  #proven = false;
  #payloadDigest: LabelledDigest | undefined;
  #blockDigest: LabelledDigest | undefined;
  /**
   * Declared digest with which the payload is compared, and the result. This is the payload digest if one is declared,
   * otherwise a block digest with an unusual algorithm.
   */
  #digested: LabelledDigest | undefined;
  #digestedMatches = false;
  #blockHash: Hash | undefined;

  constructor(
    maxHeadBytes: number,
    { keepDamaged, payloads }: { keepDamaged: boolean; payloads: PayloadReading },
  ) {
    this.#maxHeadBytes = maxHeadBytes;
    this.#keepsDamaged = keepDamaged;
    this.#reading = payloads;
  }

  begin(record: ImportRecord, header: WarcHeader): void {
    this.#record = record;
    this.#payloadDigest = readDeclaredDigest(
      header,
      FIELD_PAYLOAD_DIGEST,
      'WARC-Payload-Digest',
      record.warnings,
    );
    this.#blockDigest = readDeclaredDigest(header, FIELD_BLOCK_DIGEST, 'WARC-Block-Digest', record.warnings);
    const { algorithm } = this.#blockDigest ?? {};
    const isOdd = algorithm !== undefined && algorithm !== 'sha1' && algorithm !== 'sha256';
    this.#digested = this.#payloadDigest ?? (isOdd ? this.#blockDigest : undefined);
    this.#digestedMatches = false;
    this.#blockHash = undefined;
    this.#wantHead = findHttpHeadRule(record);
    this.#inHead = this.#wantHead !== HTTP_HEAD_NONE;
    this.#heldLength = 0;
    this.#line = LINE_HAS_CONTENT;
    this.#taken = 0;
    this.#done = false;
    this.#proven = false;
  }

  /** True if a declared digest has proved the content of the last finished block, and thus its length. */
  get proven(): boolean {
    return this.#proven;
  }

  push(bytes: Buffer, start: number, end: number): void {
    const record = this.#record!;
    if (record.error !== undefined) return;
    if (this.#taken === 0) {
      if (end - start === record.blockLength && record.blockLength <= WHOLE_BLOCK_BYTES) {
        this.#digestWholeBlock(record, bytes, start, end);
        return;
      }
      if (this.#blockDigest !== undefined) this.#blockHash = createHash(this.#blockDigest.algorithm);
      if (!this.#inHead) this.#hashes.begin(this.#chooseFraming(false), this.#digested);
    }
    this.#taken += end - start;
    this.#blockHash?.update(bytes.subarray(start, end));
    if (this.#inHead) this.#pushHead(record, bytes, start, end);
    else this.#hashes.push(bytes, start, end);
  }

  /** Ends the block. Call this after pushing the whole block, even if it is empty. */
  finish(): void {
    const record = this.#record!;
    this.#record = undefined;
    if (record.error !== undefined || this.#done) return;
    if (record.blockLength === 0) {
      this.#digestWholeBlock(record, Buffer.alloc(0), 0, 0);
      return;
    }
    this.#applyPayloadDigests(record, this.#hashes.finish());
    if (this.#blockHash !== undefined) this.#checkBlock(record, this.#blockHash.digest('hex'));
  }

  #digestWholeBlock(record: ImportRecord, bytes: Buffer, start: number, end: number): void {
    this.#done = true;
    const body = this.#inHead ? this.#parseHead(record, bytes, start, end, true) : start;
    if (body < 0) return;
    const framing = this.#chooseFraming(record.http !== undefined && this.#head.saysChunked());
    if (framing.chunked) this.#scratch ??= Buffer.allocUnsafeSlow(WHOLE_BLOCK_BYTES);
    const scratch = this.#scratch ?? bytes;
    this.#applyPayloadDigests(
      record,
      digestPayload(bytes.subarray(body, end), framing, this.#digested, scratch),
    );
    if (this.#blockDigest === undefined) return;
    // Digests a resource only once, because its payload is the whole block.
    const { algorithm } = this.#blockDigest;
    const known = body === start && algorithm === 'sha1' ? record.payload.sha1 : undefined;
    const computed = known ?? computeDigest(algorithm, bytes.subarray(start, end));
    this.#checkBlock(record, computed);
  }

  #pushHead(record: ImportRecord, bytes: Buffer, start: number, end: number): void {
    const blockEnds = this.#taken === record.blockLength;
    if (this.#heldLength === 0) {
      const body = this.#parseHead(record, bytes, start, end, blockEnds);
      if (body === HTTP_HEAD_INCOMPLETE) {
        this.#findEmptyLine(bytes, start, end);
        this.#appendHeld(bytes, start, end);
      } else if (body >= 0) this.#beginBody(bytes, body, end);
      return;
    }
    const split = Math.min(end, start + this.#maxHeadBytes + 1 - this.#heldLength);
    // Parses again only if the HTTP header block may have ended, so that parsing takes linear time even if the bytes
    // arrive one by one.
    const mayEnd = this.#findEmptyLine(bytes, start, split) || blockEnds;
    this.#appendHeld(bytes, start, split);
    if (!mayEnd && this.#heldLength <= this.#maxHeadBytes) return;
    const body = this.#parseHead(record, this.#held!, 0, this.#heldLength, blockEnds && split === end);
    if (body < 0) return;
    this.#beginBody(this.#held!, body, this.#heldLength);
    if (split < end) this.#hashes.push(bytes, split, end);
  }

  /** Returns whether an empty line ends in the new bytes. Examines each byte only once. */
  #findEmptyLine(bytes: Buffer, start: number, end: number): boolean {
    let found = false;
    for (let at = start; at < end && !found; at++) {
      this.#line = advanceLineState(this.#line, bytes[at]!);
      found = this.#line === EMPTY_LINE_ENDED;
    }
    return found;
  }

  #appendHeld(bytes: Buffer, start: number, end: number): void {
    const length = this.#heldLength + end - start;
    if (this.#held === undefined || this.#held.length < length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length * 2, 16_384));
      if (this.#held !== undefined) grown.set(this.#held.subarray(0, this.#heldLength));
      this.#held = grown;
    }
    this.#held.set(bytes.subarray(start, end), this.#heldLength);
    this.#heldLength = length;
  }

  /**
   * Returns the index of the body, or HTTP_HEAD_INCOMPLETE. If there is no HTTP header block, sets the record's error
   * and returns NOT_AN_HTTP_HEAD.
   */
  #parseHead(record: ImportRecord, bytes: Buffer, start: number, end: number, blockEnds: boolean): number {
    const body = this.#head.parse(bytes, start, end, blockEnds, true);
    if (body >= 0 && body - start <= this.#maxHeadBytes) {
      record.http = this.#head.toData();
      if (this.#head.hasOddStatus) record.warnings.push(ODD_STATUS);
      return body;
    }
    if (body === NOT_AN_HTTP_HEAD && this.#wantHead === HTTP_HEAD_OPTIONAL) return start;
    if (body === NOT_AN_HTTP_HEAD) {
      this.#setFault(record, 'The block does not begin with an HTTP status line.');
      if (this.#keepsDamaged) return start;
    } else if (end - start > this.#maxHeadBytes) {
      record.error = `The HTTP head is longer than ${this.#maxHeadBytes} bytes.`;
    } else return HTTP_HEAD_INCOMPLETE;
    return NOT_AN_HTTP_HEAD;
  }

  #beginBody(bytes: Buffer, start: number, end: number): void {
    this.#inHead = false;
    const framing = this.#chooseFraming(this.#record!.http !== undefined && this.#head.saysChunked());
    this.#hashes.begin(framing, this.#digested);
    if (start < end) this.#hashes.push(bytes, start, end);
  }

  /**
   * Removes chunk framing if a payload digest is declared, even if the payload is stored with the framing: the declared
   * digest may cover the body with or without it.
   */
  #chooseFraming(saysChunked: boolean): BodyFraming {
    const asRecorded = this.#reading === 'recorded';
    return { chunked: saysChunked && (!asRecorded || this.#payloadDigest !== undefined), asRecorded };
  }

  #applyPayloadDigests(
    record: ImportRecord,
    { payload, declaredMatches, hasTrailing }: PayloadDigests,
  ): void {
    record.payload = payload;
    this.#digestedMatches = declaredMatches;
    if (hasTrailing) record.warnings.push(BEHIND_LAST_CHUNK);
    const declared = this.#payloadDigest;
    if (declared === undefined) return;
    // The digest in a revisit covers the original capture, not the revisit's own, empty body.
    this.#proven = declaredMatches && record.type !== 'revisit';
    if (this.#proven && matchesPayloadDigest(payload, declared)) return;
    const hex = Buffer.from(declared.bytes).toString('hex');
    const digest = { algorithm: declared.algorithm, hex };
    if (this.#proven) {
      record.provenPayloadDigest = digest;
      return;
    }
    record.declaredPayloadDigest = digest;
    if (record.type === 'revisit') return;
    record.warnings.push('WARC-Payload-Digest matches neither the stored nor the de-chunked payload.');
  }

  #checkBlock(record: ImportRecord, computed: string): void {
    const isOfBlock = equalsHexDigest(computed, this.#blockDigest!.bytes);
    const isOfPayload = !isOfBlock && record.http !== undefined && this.#isPayloadDigest(record);
    this.#proven = isOfBlock || isOfPayload;
    if (isOfPayload) record.warnings.push(BLOCK_DIGEST_OF_PAYLOAD);
    else if (!isOfBlock) this.#setFault(record, 'WARC-Block-Digest does not match the block.');
  }

  /**
   * Returns whether the declared block digest matches the payload, because some writers declare the payload's digest.
   */
  #isPayloadDigest({ payload }: ImportRecord): boolean {
    const { algorithm, bytes } = this.#blockDigest!;
    const digested = this.#digested;
    if (
      this.#digestedMatches &&
      digested?.algorithm === algorithm &&
      Buffer.compare(digested.bytes, bytes) === 0
    )
      return true;
    const known = { sha1: [payload.sha1, payload.storedSha1], sha256: [payload.sha256] }[algorithm] ?? [];
    return known.some((digest) => digest !== undefined && equalsHexDigest(digest, bytes));
  }

  #setFault(record: ImportRecord, reason: string): void {
    if (!this.#keepsDamaged) record.error = reason;
    else record.damaged = record.damaged === undefined ? reason : `${record.damaged} ${reason}`;
  }
}

/** Returns whether the declared digest is one of the digests that are reported for every payload. */
function matchesPayloadDigest(
  { sha256, sha1, storedSha1 = sha1 }: ImportedPayload,
  declared: LabelledDigest,
): boolean {
  const { algorithm, bytes } = declared;
  if (algorithm === 'sha256') return equalsHexDigest(sha256, bytes);
  return algorithm === 'sha1' && (equalsHexDigest(sha1, bytes) || equalsHexDigest(storedSha1, bytes));
}
