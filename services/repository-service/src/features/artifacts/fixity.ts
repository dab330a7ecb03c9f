// Bytes on their way to a client, checked against their digest: the last of them go out only when all were right.
import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** The stored bytes are not those that were stored. */
export class FixityError extends Error {
  override name = 'FixityError';
}

export interface Fixity {
  algorithm: 'sha256' | 'sha1';
  digest: Uint8Array;
  lengthBytes: number;
}

/**
 * Passes on what it is given and fails at the end when digest or length are wrong. One chunk is always held back, so
 * that nobody receives a complete answer with wrong bytes in it.
 */
export class FixityCheck extends Transform {
  #expected: Fixity;
  #hash;
  #lengthBytes = 0;
  #held: Buffer | undefined;

  constructor(expected: Fixity) {
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
      done(new FixityError(`${this.#lengthBytes} bytes were read where ${lengthBytes} are stored`));
    } else if (!this.#hash.digest().equals(digest)) {
      done(new FixityError(`the ${algorithm} digest of what was read is not the one that was stored`));
    } else {
      done(null, this.#held);
    }
  }
}
