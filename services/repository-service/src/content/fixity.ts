// Verifies the digest of bytes while they are sent to a client. Withholds the last bytes until the digest has been
// verified.
import { createHash, hash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Thrown if bytes do not match the digest, length or CRC-32 recorded when they were stored. */
export class FixityError extends Error {
  override name = 'FixityError';
}

export interface ExpectedDigest {
  readonly algorithm: 'sha256' | 'sha1';
  readonly digest: Buffer;
  readonly lengthBytes: number;
}

/** Verifies a buffer. Throws FixityError. */
export function checkBytes({ algorithm, digest, lengthBytes }: ExpectedDigest, bytes: Buffer): Buffer {
  if (bytes.length !== lengthBytes) throw wrongLength(bytes.length, lengthBytes);
  // Compare the digests as text, because creating a Buffer costs more.
  if (hash(algorithm, bytes, 'hex') !== digest.toString('hex')) throw wrongDigest(algorithm);
  return bytes;
}

/**
 * Passes bytes through, and fails at the end if the digest or the length is wrong. Withholds one chunk, so that no
 * client receives a complete response with wrong bytes.
 */
export class FixityCheck extends Transform {
  readonly #expected: ExpectedDigest;
  readonly #hash;
  #lengthBytes = 0;
  #held: Buffer | undefined;

  constructor(expected: ExpectedDigest) {
    super();
    this.#expected = expected;
    this.#hash = createHash(expected.algorithm);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.#lengthBytes += chunk.length;
    const held = this.#held;
    this.#held = chunk;
    if (held) done(null, held);
    else done();
  }

  override _flush(done: TransformCallback): void {
    const { algorithm, digest, lengthBytes } = this.#expected;
    if (this.#lengthBytes !== lengthBytes) {
      done(wrongLength(this.#lengthBytes, lengthBytes));
    } else if (!this.#hash.digest().equals(digest)) {
      done(wrongDigest(algorithm));
    } else {
      done(null, this.#held);
    }
  }
}

function wrongLength(readBytes: number, storedBytes: number): FixityError {
  return new FixityError(`${readBytes} bytes were read instead of ${storedBytes}`);
}

function wrongDigest(algorithm: string): FixityError {
  return new FixityError(`the ${algorithm} digest does not match the stored digest`);
}
