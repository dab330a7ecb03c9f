// Interface of the object store. Both stores (fs/ and s3/) pass one test suite for exactly these promises
// (contract-suite.ts).
//
// An object is written once and never changed: neither put() nor create() overwrites a key in use, unless repair asks
// for it. A key is 1 to 1024
// bytes of UTF-8 in segments separated by `/`. No segment is empty, `.` or `..`, and there are no control characters
// (key.ts). All methods refuse any other key with BadKeyError before doing anything.
//
// Errors (errors.ts): NoSuchObjectError, ObjectExistsError, BadRangeError and BadKeyError are the caller's. Failures of
// the store (disk full, no connection, denied, bucket missing) are ObjectStoreUnavailableError with their `cause`.
import type { Readable } from 'node:stream';

export interface ObjectStore {
  readonly type: 'Posix' | 'S3';
  /** Name for logs and status: `s3:bucket/prefix` or `fs`. Contains no secret and no server path. */
  readonly name: string;

  /**
   * Stores a small object. When this resolves, the object survives a crash of process and machine. Do not change
   * `bytes` before that. After ObjectStoreUnavailableError the object may or may not exist, but it is never partial.
   * Errors: ObjectExistsError (the existing object is unchanged), ObjectStoreUnavailableError, BadKeyError.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;

  /**
   * Starts an object of unknown length. Throws BadKeyError immediately; the store is used only later. The object
   * becomes visible when the writer's `close()` resolves, not before. With `replace`, `close()` puts it in the place of
   * an existing object in one step: readers get the old or the new object. Only repair uses `replace`.
   */
  create(key: string, options?: CreateOptions): ObjectWriter;

  /**
   * Streams `length` bytes from `offset` (default: from 0 to the end). Delivers exactly these bytes or destroys the
   * stream with an error. Rejects before the first byte with NoSuchObjectError, ObjectStoreUnavailableError,
   * BadKeyError, or BadRangeError if offset + length exceeds the object (offset equal to its size with no or zero
   * length is an empty stream). Read the stream to its end or destroy it. `signal` destroys it (AbortError), also while
   * opening.
   */
  read(key: string, options?: ObjectReadOptions): Promise<Readable>;

  /**
   * Reads `length` bytes (at most 1 MiB, otherwise RangeError) from `offset` into one buffer. For frequent small reads,
   * where a stream costs more than the bytes. Fails like `read()`.
   */
  readBytes(key: string, range: BytesRange): Promise<Buffer>;

  /**
   * Fills `room` with the bytes from `offset` if that needs no waiting, as is likely after a recent `readBytes()`.
   * Returns false if it would have to wait or the bytes do not exist. The caller then uses `readBytes()`.
   */
  fillAtOnce?(key: string, offset: number, room: Buffer): boolean;

  /**
   * Returns size and time of the object, or undefined if there is none. Errors: ObjectStoreUnavailableError,
   * BadKeyError.
   */
  stat(key: string): Promise<ObjectInfo | undefined>;

  /**
   * Returns up to `limit` (default 1000) objects whose key starts with `prefix` and is greater than `after`, in the
   * order of their UTF-8 bytes. A page shorter than `limit` is the last one. Objects created or deleted during the
   * listing may or may not be included; all others are. Errors: ObjectStoreUnavailableError.
   */
  list(options: ListOptions): Promise<ObjectInfo[]>;

  /** Deletes the object durably. No error if there is none. Open readers continue (fs) or may fail (s3). */
  delete(key: string): Promise<void>;

  /**
   * Returns up to `limit` writes that were neither closed nor aborted, of any process, running or killed. Errors:
   * ObjectStoreUnavailableError.
   */
  unfinished(limit?: number): Promise<UnfinishedWrite[]>;

  /**
   * Discards an unfinished write and everything it stored. No error if it has finished or is gone. If it is still
   * running, its writer fails. Errors: ObjectStoreUnavailableError, and BadKeyError for a name that `unfinished()`
   * cannot have returned.
   */
  discardUnfinished(name: string): Promise<void>;

  /**
   * Returns `s3://bucket/key` or `file:///key`, percent-encoded so that a query can follow. Makes no request and
   * contains no server path.
   */
  url(key: string): string;

  /** Returns the space of the file system (fs), or the configured size (s3). Absent members are unknown. */
  usage(): Promise<StoreUsage>;

  /** Resolves if the store can be used now, otherwise rejects ObjectStoreUnavailableError within seconds. */
  check(): Promise<void>;

  /**
   * Lists features that the store's server lacks and that this client works around, as sentences for the log. The first
   * call tests an S3 server by writing and removing empty objects. Errors: ObjectStoreUnavailableError.
   */
  shortcomings(): Promise<string[]>;

  /** Closes sockets. Streams and writers still open may fail. The store must not be used afterwards. */
  close(): Promise<void>;
}

/**
 * Writer of one object. Its memory is bounded whatever is written: 2 × 256 KiB (fs), or 3 × partSizeBytes (s3; about
 * the object's size for small objects). The store reuses the buffers for the next writer.
 */
export interface ObjectWriter {
  /**
   * Appends a chunk of any size. Resolves when the next chunk may come (back-pressure) and the chunk's memory may be
   * reused. Calling it before the previous call resolved throws. Once the store has failed, this and all later calls
   * reject with ObjectStoreUnavailableError; then call `abort()`.
   */
  write(chunk: Uint8Array): Promise<void>;

  /**
   * Makes the object visible and durable in one step, and resolves to its size. Errors: ObjectExistsError,
   * ObjectStoreUnavailableError (as for `put`). After an error nothing is left, and `abort()` is not needed.
   */
  close(): Promise<{ sizeBytes: number }>;

  /**
   * Discards the object with its temporary file or multipart upload. Never rejects, and may be called repeatedly. Does
   * nothing after `close()` has resolved; while `close()` is running, waits for its outcome. Leftovers of a killed
   * process are invisible and are removed when a store is opened a day later.
   */
  abort(): Promise<void>;
}

export interface ObjectInfo {
  key: string;
  sizeBytes: number;
  /** Time of storing, in milliseconds since 1970. Some servers have a resolution of whole seconds. */
  modifiedMs: number;
}

export interface UnfinishedWrite {
  /** Name for `discardUnfinished()` and for messages. Contains no server path. */
  name: string;
  /** Time of the last write in milliseconds since 1970, if known. */
  changedMs: number;
  /** Bytes written so far, if known. */
  sizeBytes?: number;
}

export interface ObjectReadOptions {
  /** First byte, counted from 0. Default 0. */
  offset?: number;
  /** Number of bytes. Default: all to the end. */
  length?: number;
  signal?: AbortSignal;
  /**
   * CRC-32 of the whole range, if the caller knows it. A store with several copies then delivers bytes whose CRC-32 is
   * right. A single store ignores it: the caller checks the received bytes.
   */
  crc32?: number | undefined;
}

export interface CreateOptions {
  readonly replace?: boolean;
}

export interface BytesRange {
  /** First byte, counted from 0. */
  offset: number;
  length: number;
  /** Aborting rejects with its reason (AbortError). */
  signal?: AbortSignal;
  /** CRC-32 of the range (see ObjectReadOptions). */
  crc32?: number | undefined;
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
 * Called for every attempt of a request to an S3 server (with S3's name: `PutObject`, `UploadPart` …) or for every
 * operation on a file system store (`put`, `create`, `read` …). Expected results, such as a missing or existing object,
 * are `ok`. Must not throw.
 */
export interface StoreHooks {
  onRequest?(operation: string, outcome: 'ok' | 'error', durationMs: number): void;
}
