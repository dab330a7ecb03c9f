// Object store on any S3 server, in one bucket under one prefix. Other nodes must not use the same bucket and prefix.
// writer.ts writes objects, and reader.ts reads them.
import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { checkObjectKey, encodeKeyForUrl } from '../port/key.ts';
import { BufferPool } from '../port/pool.ts';
import type {
  BytesRange,
  CreateOptions,
  ListOptions,
  ObjectInfo,
  ObjectReadOptions,
  ObjectStore,
  ObjectWriter,
  StoreHooks,
  StoreUsage,
  UnfinishedWrite,
} from '../port/port.ts';
import { checkBytesRange, checkRange } from '../port/range.ts';
import type { S3Settings } from '../port/settings.ts';
import { TargetWriter } from '../port/writer.ts';
import { connectToS3, type S3Connection } from './connection.ts';
import { isMissingKeyError, mapS3Error, throwIfBucketGone } from './errors.ts';
import { listObjects } from './list.ts';
import { openS3Range } from './reader.ts';
import { listShortcomings } from './shortcomings.ts';
import { abortStaleUploads, abortUpload, listUnfinishedUploads, parseUploadName } from './uploads.ts';
import { S3Versions } from './versions.ts';
import { S3Target } from './writer.ts';

const PARTS_IN_FLIGHT = 2;
const CHECK_TIMEOUT_MS = 5000;

export function openS3Store(
  settings: S3Settings,
  hooks: StoreHooks = {},
  { keepsUploads = false }: { readonly keepsUploads?: boolean } = {},
): ObjectStore {
  const connection = connectToS3(settings, hooks);
  // Does not wait, because an unreachable store must not delay the start of a service.
  if (!keepsUploads) abortStaleUploads(connection, Date.now()).catch(() => undefined);
  return createS3Store(connection, settings);
}

/** Creates the store without sending a request. */
export function createS3Store(connection: S3Connection, settings: S3Settings): ObjectStore {
  return new S3Store(connection, settings);
}

class S3Store implements ObjectStore {
  readonly type = 'S3';
  readonly name: string;
  readonly versions: S3Versions;
  readonly #connection: S3Connection;
  readonly #settings: S3Settings;
  readonly #pool: BufferPool;

  constructor(connection: S3Connection, settings: S3Settings) {
    this.#connection = connection;
    this.versions = new S3Versions(connection);
    this.#settings = settings;
    this.#pool = new BufferPool(settings.partSizeBytes, PARTS_IN_FLIGHT + 1);
    this.name = `s3:${settings.bucket}${settings.prefix === '' ? '' : `/${settings.prefix.slice(0, -1)}`}`;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.#checkKey(key);
    await new S3Target(this.#connection, key).publishWhole(bytes);
  }

  create(key: string, { replace = false }: CreateOptions = {}): ObjectWriter {
    this.#checkKey(key);
    const target = new S3Target(this.#connection, key, replace);
    return new TargetWriter(target, { pool: this.#pool, inFlight: PARTS_IN_FLIGHT, hashed: true });
  }

  async read(key: string, options: ObjectReadOptions = {}): Promise<Readable> {
    this.#checkKey(key);
    checkRange(key, options.offset ?? 0, options.length);
    options.signal?.throwIfAborted();
    const stream = await openS3Range(this.#connection, key, options);
    return options.signal ? addAbortSignal(options.signal, stream) : stream;
  }

  async readBytes(key: string, { offset, length, signal }: BytesRange): Promise<Buffer> {
    checkBytesRange(key, offset, length);
    return buffer(await this.read(key, { offset, length, ...(signal && { signal }) }));
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    this.#checkKey(key);
    const { client, bucket, prefix } = this.#connection;
    try {
      const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: prefix + key }));
      return { key, sizeBytes: answer.ContentLength ?? 0, modifiedMs: answer.LastModified?.getTime() ?? 0 };
    } catch (error) {
      if (!isMissingKeyError(error)) throw mapS3Error('looking for an object', error);
      await throwIfBucketGone(this.#connection);
      return undefined;
    }
  }

  async list({ prefix = '', after = '', limit = 1000 }: ListOptions): Promise<ObjectInfo[]> {
    try {
      return await listObjects(this.#connection, { prefix, after, limit });
    } catch (error) {
      throw mapS3Error('listing objects', error);
    }
  }

  async delete(key: string): Promise<void> {
    this.#checkKey(key);
    const { client, bucket, prefix } = this.#connection;
    try {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key }));
    } catch (error) {
      if (!isMissingKeyError(error)) throw mapS3Error('deleting an object', error);
    }
  }

  async unfinished(limit = 1000): Promise<UnfinishedWrite[]> {
    try {
      return await listUnfinishedUploads(this.#connection, limit);
    } catch (error) {
      throw mapS3Error('listing unfinished uploads', error);
    }
  }

  async discardUnfinished(name: string): Promise<void> {
    const upload = parseUploadName(name);
    try {
      await abortUpload(this.#connection, this.#connection.prefix + upload.key, upload.uploadId);
    } catch (error) {
      throw mapS3Error('giving up an unfinished upload', error);
    }
  }

  url(key: string): string {
    this.#checkKey(key);
    return `s3://${this.#settings.bucket}/${encodeKeyForUrl(this.#settings.prefix + key)}`;
  }

  async usage(): Promise<StoreUsage> {
    const { sizeBytes } = this.#settings;
    return sizeBytes === undefined ? {} : { sizeBytes };
  }

  async check(): Promise<void> {
    const abortSignal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const { client, bucket } = this.#connection;
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
    } catch (error) {
      throw mapS3Error('checking its bucket', error);
    }
  }

  async shortcomings(): Promise<string[]> {
    return listShortcomings(this.#connection, this.#settings);
  }

  async close(): Promise<void> {
    this.#connection.client.destroy();
  }

  #checkKey(key: string): void {
    checkObjectKey(key, Buffer.byteLength(this.#settings.prefix));
  }
}
