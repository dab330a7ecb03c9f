// Reads a range with GET. The stream delivers exactly the requested bytes or fails.
import { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput, HeadObjectCommand } from '@aws-sdk/client-s3';
import { NoSuchObjectError, ObjectStoreUnavailableError } from '../port/errors.ts';
import type { ObjectReadOptions } from '../port/port.ts';
import { computeReadLength, createBeyondEndError } from '../port/range.ts';
import type { S3Connection } from './connection.ts';
import { getHttpStatus, getS3ErrorName, isMissingKeyError, mapS3Error, throwIfBucketGone } from './errors.ts';

interface RequestedRange {
  key: string;
  offset: number;
  length: number | undefined;
}

/**
 * Opens the stream. Rejects with the errors of `read` in port.ts before the first byte. If `signal` aborts, the stream
 * is destroyed.
 */
export async function openS3Range(
  connection: S3Connection,
  key: string,
  options: ObjectReadOptions,
): Promise<Readable> {
  const { offset = 0, length, signal } = options;
  const asked = { key, offset, length };
  // HTTP has no syntax for an empty range.
  if (length === 0) return openEmptyRange(connection, asked, signal);
  try {
    const answer = await requestObject(connection, asked, signal);
    return new ExactLengthBody(answer.Body as Readable, checkResponseLength(answer, asked));
  } catch (error) {
    signal?.throwIfAborted();
    if (getHttpStatus(error) === 416 || getS3ErrorName(error) === 'InvalidRange') {
      return openEmptyRange(connection, asked, signal);
    }
    if (isMissingKeyError(error)) {
      if (getS3ErrorName(error) !== 'NoSuchKey') await throwIfBucketGone(connection);
      throw new NoSuchObjectError(key);
    }
    throw mapS3Error('reading an object', error);
  }
}

function requestObject(
  connection: S3Connection,
  asked: RequestedRange,
  signal?: AbortSignal,
): Promise<GetObjectCommandOutput> {
  const last = asked.length === undefined ? '' : asked.offset + asked.length - 1;
  const whole = asked.offset === 0 && asked.length === undefined;
  const command = new GetObjectCommand({
    Bucket: connection.bucket,
    Key: connection.prefix + asked.key,
    ...(whole ? {} : { Range: `bytes=${asked.offset}-${last}` }),
  });
  return connection.client.send(command, signal ? { abortSignal: signal } : {});
}

/**
 * Checks that the response contains the requested range, and returns the length of its body. Otherwise, destroys the
 * body and throws.
 */
function checkResponseLength(
  answer: GetObjectCommandOutput,
  { key, offset, length }: RequestedRange,
): number {
  try {
    const lengthBytes = answer.ContentLength;
    if (lengthBytes === undefined) throw new ObjectStoreUnavailableError('a response has no length');
    const [, first] = /^bytes (\d+)-\d+\//.exec(answer.ContentRange ?? '') ?? [];
    if (first === undefined ? offset > 0 : Number(first) !== offset) {
      throw new ObjectStoreUnavailableError('the server does not support ranges');
    }
    if (length === undefined) return lengthBytes;
    if (lengthBytes < length) throw createBeyondEndError(key, offset + lengthBytes, offset, length);
    if (lengthBytes > length) throw new ObjectStoreUnavailableError('the server does not support ranges');
    return length;
  } catch (error) {
    (answer.Body as Readable).destroy();
    throw error;
  }
}

/** Returns an empty stream for an empty range. Rejects with BadRangeError if the range is outside the object. */
async function openEmptyRange(
  connection: S3Connection,
  asked: RequestedRange,
  signal?: AbortSignal,
): Promise<Readable> {
  const command = new HeadObjectCommand({ Bucket: connection.bucket, Key: connection.prefix + asked.key });
  try {
    const { ContentLength = 0 } = await connection.client.send(
      command,
      signal ? { abortSignal: signal } : {},
    );
    if (computeReadLength(asked.key, ContentLength, asked.offset, asked.length) > 0) {
      throw new ObjectStoreUnavailableError('the server rejected a valid range');
    }
    return Readable.from([]);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isMissingKeyError(error)) throw mapS3Error('reading an object', error);
    await throwIfBucketGone(connection);
    throw new NoSuchObjectError(asked.key);
  }
}

/**
 * Passes a response body through, counts its bytes, and maps errors to errors of the object store interface. Destroying
 * this stream frees the socket.
 */
export class ExactLengthBody extends Readable {
  readonly #body: Readable;
  #remaining: number;

  constructor(body: Readable, lengthBytes: number) {
    super({ highWaterMark: 256 * 1024 });
    this.#body = body;
    this.#remaining = lengthBytes;
    body.on('data', (chunk: Buffer) => this.#take(chunk));
    body.on('end', () => this.#end());
    body.on('error', (error) => this.#fail('the connection broke', error));
    body.on('close', () => this.#fail('the connection closed'));
    body.pause();
  }

  override _read(): void {
    this.#body.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#body.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    this.#remaining -= chunk.length;
    if (this.#remaining < 0)
      this.destroy(new ObjectStoreUnavailableError('more bytes arrived than were requested'));
    else if (!this.push(chunk)) this.#body.pause();
  }

  #end(): void {
    if (this.#remaining === 0) this.push(null);
    else this.#fail('the response ended early');
  }

  #fail(what: string, cause?: unknown): void {
    if (this.#remaining === 0 || this.destroyed) return;
    this.destroy(new ObjectStoreUnavailableError(`${what} ${this.#remaining} bytes early`, cause));
  }
}
