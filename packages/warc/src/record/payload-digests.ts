// Computes SHA-256 and SHA-1 of a payload, with and without chunk framing, in one call or from several buffers.
import { createHash, type Hash, hash } from 'node:crypto';
import { Dechunker } from '../bytes/dechunker.ts';
import type { LabelledDigest } from '../bytes/header-values.ts';
import type { ImportedPayload } from '../report/types.ts';

export type PayloadDigests = {
  payload: ImportedPayload;
  declaredMatches: boolean;
  /** True if other bytes follow the last chunk of the body. These bytes are not part of the payload. */
  hasTrailing: boolean;
};

export type BodyFraming = {
  /** True if the body may be a complete sequence of chunks. */
  chunked: boolean;
  /** True if the payload is the body as stored, including any chunk framing. */
  asRecorded: boolean;
};

/** Computes a hexadecimal digest with one call, which is faster than a hash object for small inputs. */
export function computeDigest(algorithm: string, bytes: Uint8Array): string {
  return hash(algorithm, bytes);
}

/** Returns whether the lower-case hex digits represent the bytes. */
export function equalsHexDigest(hex: string, digest: Uint8Array): boolean {
  if (hex.length !== 2 * digest.length) return false;
  for (let at = 0; at < digest.length; at++) {
    const byte = digest[at]!;
    if (hex.charCodeAt(2 * at) !== toHexCode(byte >> 4)) return false;
    if (hex.charCodeAt(2 * at + 1) !== toHexCode(byte & 15)) return false;
  }
  return true;
}

function toHexCode(digit: number): number {
  return digit < 10 ? digit + 48 : digit + 87;
}

/** Computes the digests of a payload that is in memory. `scratch` is a buffer at least as long as the payload. */
export function digestPayload(
  body: Uint8Array,
  { chunked, asRecorded }: BodyFraming,
  declared: LabelledDigest | undefined,
  scratch: Buffer,
): PayloadDigests {
  const dechunker = chunked ? new Dechunker() : undefined;
  const length = dechunker ? dechunkInto(scratch, body, dechunker) : -1;
  const entity = length < 0 ? body : scratch.subarray(0, length);
  const [read, other] = asRecorded ? [body, entity] : [entity, body];
  const payload = computeDigests(read);
  if (length >= 0 && !asRecorded) {
    payload.dechunked = true;
    payload.storedSha1 = computeDigest('sha1', body);
  }
  const declaredMatches =
    declared === undefined ||
    matchesDeclaredDigest(declared, read, payload) ||
    (length >= 0 && matchesDeclaredDigest(declared, other, { sha1: payload.storedSha1 }));
  return { payload, declaredMatches, hasTrailing: payload.dechunked && dechunker!.hasTrailing };
}

/**
 * Returns whether the declared digest matches the bytes. `made` contains digests of the bytes that are already known.
 */
function matchesDeclaredDigest(
  { algorithm, bytes: declared }: LabelledDigest,
  bytes: Uint8Array,
  made: { sha1?: string | undefined; sha256?: string },
): boolean {
  const known = algorithm === 'sha1' ? made.sha1 : algorithm === 'sha256' ? made.sha256 : undefined;
  return equalsHexDigest(known ?? computeDigest(algorithm, bytes), declared);
}

function computeDigests(bytes: Uint8Array): ImportedPayload {
  const { length } = bytes;
  return {
    length,
    sha256: computeDigest('sha256', bytes),
    sha1: computeDigest('sha1', bytes),
    dechunked: false,
  };
}

/** Computes the digests of a payload in several buffers. Call `begin`, `push` repeatedly, then `finish`. Reusable. */
export class PayloadHasher {
  readonly #dechunker = new Dechunker();
  #stored: ReadingHashes | undefined;
  #dechunked: ReadingHashes | undefined;
  #declared: LabelledDigest | undefined;
  #asRecorded = false;

  begin({ chunked, asRecorded }: BodyFraming, declared: LabelledDigest | undefined): void {
    this.#declared = declared;
    this.#asRecorded = asRecorded;
    this.#stored = new ReadingHashes(declared);
    this.#dechunked = chunked ? new ReadingHashes(declared) : undefined;
    if (chunked) this.#dechunker.reset();
  }

  push(bytes: Uint8Array, start: number, end: number): void {
    this.#stored!.update(bytes.subarray(start, end));
    if (this.#dechunked === undefined) return;
    for (let at = start; at < end; ) {
      at = this.#dechunker.push(bytes, at, end);
      if (at < 0) {
        this.#dechunked = undefined;
        return;
      }
      if (this.#dechunker.dataEnd > this.#dechunker.dataStart) {
        this.#dechunked.update(bytes.subarray(this.#dechunker.dataStart, this.#dechunker.dataEnd));
      }
    }
  }

  finish(): PayloadDigests {
    const stored = this.#stored!.digest();
    const dechunked = this.#dechunker.complete ? this.#dechunked?.digest() : undefined;
    this.#stored = undefined;
    this.#dechunked = undefined;
    const { declared: storedDeclared, ...reading } = stored;
    const declared = this.#declared;
    if (dechunked === undefined) {
      const payload = { ...reading, dechunked: false };
      const declaredMatches = !declared || equalsHexDigest(storedDeclared!, declared.bytes);
      return { payload, declaredMatches, hasTrailing: false };
    }
    const { length, sha256, sha1 } = dechunked;
    const payload = this.#asRecorded
      ? { ...reading, dechunked: false }
      : { length, sha256, sha1, dechunked: true, storedSha1: stored.sha1 };
    const declaredMatches =
      !declared ||
      equalsHexDigest(dechunked.declared!, declared.bytes) ||
      equalsHexDigest(storedDeclared!, declared.bytes);
    return { payload, declaredMatches, hasTrailing: payload.dechunked && this.#dechunker.hasTrailing };
  }
}

type ReadingDigests = {
  length: number;
  sha256: string;
  sha1: string;
  declared: string | undefined;
};

/**
 * Hash objects for the payload, with or without chunk framing. A declared digest that is neither SHA-256 nor SHA-1 has
 * an additional hash object.
 */
class ReadingHashes {
  #length = 0;
  readonly #sha256 = createHash('sha256');
  readonly #sha1 = createHash('sha1');
  readonly #other: Hash | undefined;
  readonly #algorithm: string | undefined;

  constructor(declared: LabelledDigest | undefined) {
    this.#algorithm = declared?.algorithm;
    const known = declared === undefined || declared.algorithm === 'sha1' || declared.algorithm === 'sha256';
    this.#other = known ? undefined : createHash(declared.algorithm);
  }

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    this.#sha256.update(bytes);
    this.#sha1.update(bytes);
    this.#other?.update(bytes);
  }

  digest(): ReadingDigests {
    const sha256 = this.#sha256.digest('hex');
    const sha1 = this.#sha1.digest('hex');
    const other = this.#other?.digest('hex');
    const declared = other ?? (this.#algorithm === 'sha1' ? sha1 : sha256);
    return { length: this.#length, sha256, sha1, declared };
  }
}

function dechunkInto(target: Buffer, body: Uint8Array, dechunker: Dechunker): number {
  let length = 0;
  for (let at = 0; at < body.length; ) {
    at = dechunker.push(body, at, body.length);
    if (at < 0) return -1;
    if (dechunker.dataEnd > dechunker.dataStart) {
      target.set(body.subarray(dechunker.dataStart, dechunker.dataEnd), length);
      length += dechunker.dataEnd - dechunker.dataStart;
    }
  }
  return dechunker.complete ? length : -1;
}
