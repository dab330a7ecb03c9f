// Converts a generator of chunks to a stream. Destroying the stream does not wait for a pending chunk, because a disk
// may hang.
import { Readable } from 'node:stream';

const STREAM_BYTES = 256 * 1024;

export class CopyStream extends Readable {
  readonly #chunks: AsyncGenerator<Buffer, void>;
  readonly #release: () => void;

  /** Destroying the stream calls `release`, because a generator that never started cannot release its resources. */
  constructor(chunks: AsyncGenerator<Buffer, void>, release: () => void) {
    super({ highWaterMark: STREAM_BYTES });
    this.#chunks = chunks;
    this.#release = release;
  }

  override _read(): void {
    this.#chunks.next().then(
      ({ done, value }) => this.push(done ? null : value),
      (error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#release();
    this.#chunks.return().catch(() => undefined);
    done(error);
  }
}
