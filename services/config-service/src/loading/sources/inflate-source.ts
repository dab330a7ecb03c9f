// Decompresses gzip sources. Recognizes them by the gzip magic number, because no text file begins with it.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { peekStream } from '../../domain/read-start.ts';
import { SourceUnavailableError } from '../remote/source-unavailable.ts';

/**
 * Yields up to `limitBytes` bytes, decompressed if they are gzip. Throws SourceUnavailableError, or errors of `bytes`.
 */
export async function* inflateSource(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { start, whole } = await peekStream(bytes, 2);
  yield* isGzip(start) ? gunzipBytes(whole, limitBytes) : whole;
}

const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

async function* gunzipBytes(
  bytes: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip();
  // Ignores the pipeline's error, because the gunzip stream passes it to the reader.
  const feeding = pipeline(Readable.from(bytes, { objectMode: false }), gunzip).catch(() => undefined);
  let sizeBytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) {
        throw new SourceUnavailableError(
          `is larger than the ${limitBytes} bytes allowed when it is inflated`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    const isDamage = /^Z_/.test((error as NodeJS.ErrnoException).code ?? '');
    throw isDamage ? new SourceUnavailableError('is a damaged gzip file', { cause: error }) : error;
  } finally {
    gunzip.destroy();
    await feeding;
  }
}
