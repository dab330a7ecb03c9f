// Interface of the object store. Both kinds of store (fs/ and s3/) pass the same test suite, which tests exactly this
// contract (contract-suite.ts).
//
// An object is written once and never changed: put() and create() never overwrite an object, except in a repair. A key
// consists of 1 to 1024 bytes of UTF-8, in segments separated by `/`. No segment is empty, `.` or `..`, and a key
// contains no control characters (key.ts). All methods reject an invalid key with BadKeyError before doing anything
// else.
//
// Errors (errors.ts): NoSuchObjectError, ObjectExistsError, BadRangeError and BadKeyError are errors of the caller. A
// failure of the store (disk full, no connection, access denied, bucket missing) is reported as
// ObjectStoreUnavailableError, with the original error as its `cause`.
import type { Readable } from 'node:stream';
import type { ObjectVersions } from './versions.ts';

export interface ObjectStore {
  readonly type: 'Posix' | 'S3';
  /** Name for logs and status pages: `s3:bucket/prefix` or `fs`. Contains neither secrets nor paths of the server. */
  readonly name: string;

  /** Versions of the objects. Undefined if the store cannot keep versions. */
  readonly versions?: ObjectVersions | undefined;

  /**
   * Stores a small object. When this has resolved, the object survives crashes of the process and the machine. Do not
   * change `bytes` before that. After ObjectStoreUnavailableError, either the whole object or nothing is stored.
   * Errors: ObjectExistsError (the existing object is unchanged), ObjectStoreUnavailableError, BadKeyError.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;

  /**
   * Starts writing an object of unknown length. Throws BadKeyError immediately; the writer reports all other errors.
   * The object becomes visible when the writer's `close()` resolves. With `replace`, `close()` atomically replaces an
   * existing object, so that readers get either the old or the new object. Only repairs use `replace`.
   */
  create(key: string, options?: CreateOptions): ObjectWriter;

  /**
   * Streams `length` bytes from `offset` (default: the whole object). Delivers exactly these bytes, or destroys the
   * stream with an error. Rejects before the first byte with NoSuchObjectError, ObjectStoreUnavailableError,
   * BadKeyError, or BadRangeError if the range exceeds the object. The stream is empty if the offset equals the
   * object's size and the length is absent or zero. Read the stream to its end or destroy it. Aborting `signal`
   * destroys the stream (AbortError), even while it is being opened.
   */
  read(key: string, options?: ObjectReadOptions): Promise<Readable>;

  /**
   * Reads `length` bytes (at most 1 MiB, otherwise RangeError) from `offset` into one buffer. Intended for frequent
   * small reads, for which creating a stream would take longer than the read itself. Fails like `read()`.
   */
  readBytes(key: string, range: BytesRange): Promise<Buffer>;

  /**
   * Fills `room` synchronously with the bytes from `offset` and returns true. This usually works after a recent
   * `readBytes()` of the same range. Returns false if the store would have to wait or the bytes do not exist; then call
   * `readBytes()`.
   */
  fillAtOnce?(key: string, offset: number, room: Buffer): boolean;

  /**
   * Returns the object's size and the time at which it was stored, or undefined if the object does not exist. Errors:
   * ObjectStoreUnavailableError, BadKeyError.
   */
  stat(key: string): Promise<ObjectInfo | undefined>;

  /**
   * Returns up to `limit` (default 1000) objects whose key starts with `prefix` and is greater than `after`, sorted by
   * the UTF-8 bytes of the key. A page shorter than `limit` is the last page. All matching objects are returned; only
   * those that are created or deleted during the listing may be missing. Errors: ObjectStoreUnavailableError.
   */
  list(options: ListOptions): Promise<ObjectInfo[]>;

  /** Durably deletes the object if it exists. Streams that are already open continue (fs) or may fail (s3). */
  delete(key: string): Promise<void>;

  /**
   * Returns up to `limit` writes that were neither closed nor aborted. They may belong to other processes, including
   * processes that have ended. Errors: ObjectStoreUnavailableError.
   */
  unfinished(limit?: number): Promise<UnfinishedWrite[]>;

  /**
   * Discards an unfinished write and its stored data. Also succeeds if the write has finished or does not exist. If the
   * write is still in progress, its writer fails. Errors: ObjectStoreUnavailableError, and BadKeyError for a name that
   * `unfinished()` cannot return.
   */
  discardUnfinished(name: string): Promise<void>;

  /**
   * Returns `s3://bucket/key` or `file:///key`, percent-encoded so that a query can be appended. Sends no request. The
   * URL contains no path of the server.
   */
  url(key: string): string;

  /** Returns the space on the file system (fs) or the configured capacity (s3), without fields that are unknown. */
  usage(): Promise<StoreUsage>;

  /** Resolves if the store can be used now. Otherwise rejects with ObjectStoreUnavailableError within seconds. */
  check(): Promise<void>;

  /**
   * Returns a log message for each feature that the server lacks and that the client replaces. The first call tests an
   * S3 server by writing and deleting empty objects. Errors: ObjectStoreUnavailableError.
   */
  shortcomings(): Promise<string[]>;

  /** Closes the store and its sockets. Open streams and writers may fail. */
  close(): Promise<void>;
}

/**
 * Writer of one object. Uses at most 2 × 256 KiB (fs) or 3 × partSizeBytes (s3) of memory. On S3, a small object uses
 * only about its own size. Later writers reuse the buffers.
 */
export interface ObjectWriter {
  /**
   * Appends a chunk of any size. When this has resolved, the memory of the chunk may be reused, and the next chunk may
   * be written (back-pressure). Throws if the previous call has not resolved. Once the store has failed, all calls
   * reject with ObjectStoreUnavailableError; then call `abort()`.
   */
  write(chunk: Uint8Array): Promise<void>;

  /**
   * Makes the object visible and durable in one step. Resolves to the object's size. Errors: ObjectExistsError,
   * ObjectStoreUnavailableError (as for `put`). After an error, no data remains in the store, and `abort()` need not be
   * called.
   */
  close(): Promise<{ sizeBytes: number }>;

  /**
   * Discards the object, with its temporary file or multipart upload. Never rejects, and may be called repeatedly.
   * Waits for a running `close()`. Does nothing after `close()` has resolved. Unfinished data of a killed process is
   * invisible; it is removed when the store is opened more than a day later.
   */
  abort(): Promise<void>;
}

export interface ObjectInfo {
  key: string;
  sizeBytes: number;
  /** Time at which the object was stored, as Unix time in milliseconds. Some servers round it to whole seconds. */
  modifiedMs: number;
}

export interface UnfinishedWrite {
  /** Identifier for `discardUnfinished()` and for messages. Contains no paths of the server. */
  name: string;
  /** Unix time of the last write, in milliseconds, if known. */
  changedMs: number;
  /** Number of bytes written so far, if known. */
  sizeBytes?: number;
}

export interface ObjectReadOptions {
  /** Index of the first byte. Default 0. */
  offset?: number;
  /** Number of bytes. Default: to the end of the object. */
  length?: number;
  signal?: AbortSignal;
  /**
   * CRC-32 of the whole range, if known. A replicated store then searches for a copy with this CRC-32. A single store
   * ignores it, so the caller must verify the bytes itself.
   */
  crc32?: number | undefined;
}

export interface CreateOptions {
  readonly replace?: boolean;
}

export interface BytesRange {
  /** Index of the first byte. */
  offset: number;
  length: number;
  /** Cancels the read, which then rejects with the signal's reason (AbortError). */
  signal?: AbortSignal;
  /** CRC-32 of the range (see ObjectReadOptions). */
  crc32?: number | undefined;
  /** Returns whether the bytes are intact, for a range whose CRC-32 is unknown. Set either this or `crc32`. */
  isIntact?: ((bytes: Buffer) => boolean) | undefined;
}

export interface ListOptions {
  prefix?: string;
  after?: string;
  limit?: number;
}

export interface StoreUsage {
  sizeBytes?: number;
  usedBytes?: number;
  availableBytes?: number;
}

/**
 * Called for every attempt of an S3 request (`PutObject`, `UploadPart` …) and for every operation on a file system
 * store (`put`, `create`, `read` …). The outcome of expected results is `ok`, even if the object is missing or already
 * exists. Must not throw.
 */
export interface StoreHooks {
  onRequest?(operation: string, outcome: 'ok' | 'error', durationMs: number): void;
}
