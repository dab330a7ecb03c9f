// Interface of the object store. Both kinds of store (fs/ and s3/) pass the same test suite, which tests exactly this
// contract (contract-suite.ts).
//
// An object is written once and never changed: neither put() nor create() overwrites a key in use, unless repair asks
// for it. A key consists of 1 to 1024 bytes of UTF-8, in segments separated by `/`. No segment is empty, `.` or `..`,
// and there are no control characters (key.ts). All methods refuse any other key with BadKeyError before doing
// anything.
//
// Errors (errors.ts): NoSuchObjectError, ObjectExistsError, BadRangeError and BadKeyError are caller errors. A failure
// of the store (disk full, no connection, access denied, bucket missing) is an ObjectStoreUnavailableError with the
// original error as its `cause`.
import type { Readable } from 'node:stream';
import type { ObjectVersions } from './versions.ts';

export interface ObjectStore {
  readonly type: 'Posix' | 'S3';
  /** Name for logs and status: `s3:bucket/prefix` or `fs`. Contains no secret and no server path. */
  readonly name: string;

  /** Versions of the objects. Undefined if the store cannot keep versions. */
  readonly versions?: ObjectVersions | undefined;

  /**
   * Stores a small object. When this resolves, the object survives a crash of process and machine. Do not change
   * `bytes` until then. After ObjectStoreUnavailableError the object may or may not exist, but it is never partial.
   * Errors: ObjectExistsError (the existing object is unchanged), ObjectStoreUnavailableError, BadKeyError.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;

  /**
   * Starts writing an object of unknown length. Throws BadKeyError immediately; the store is used only later. The
   * object becomes visible when the writer's `close()` resolves, not before. With `replace`, `close()` atomically
   * replaces an existing object: readers get either the old or the new object. Only repair uses `replace`.
   */
  create(key: string, options?: CreateOptions): ObjectWriter;

  /**
   * Streams `length` bytes from `offset` (default: from 0 to the end). Delivers exactly these bytes or destroys the
   * stream with an error. Rejects before the first byte with NoSuchObjectError, ObjectStoreUnavailableError or
   * BadKeyError. Rejects with BadRangeError if offset + length exceeds the object's size. If the offset equals the size
   * and the length is absent or zero, the stream is empty. Read the stream to its end or destroy it. `signal` destroys
   * the stream (AbortError), even while it is being opened.
   */
  read(key: string, options?: ObjectReadOptions): Promise<Readable>;

  /**
   * Reads `length` bytes (at most 1 MiB, otherwise RangeError) from `offset` into one buffer. Use it for frequent small
   * reads, where creating a stream would cost more than reading. Fails like `read()`.
   */
  readBytes(key: string, range: BytesRange): Promise<Buffer>;

  /**
   * Fills `room` with the bytes from `offset` if this is possible without waiting, as is likely after a recent
   * `readBytes()`. Returns false if the store would have to wait or if the bytes do not exist; then use `readBytes()`.
   */
  fillAtOnce?(key: string, offset: number, room: Buffer): boolean;

  /**
   * Returns the object's size and the time at which it was stored, or undefined if there is no such object. Errors:
   * ObjectStoreUnavailableError, BadKeyError.
   */
  stat(key: string): Promise<ObjectInfo | undefined>;

  /**
   * Returns up to `limit` (default 1000) objects whose key starts with `prefix` and is greater than `after`, sorted by
   * the UTF-8 bytes of the key. A page shorter than `limit` is the last one. Objects created or deleted during the
   * listing may or may not be included; all other matching objects are. Errors: ObjectStoreUnavailableError.
   */
  list(options: ListOptions): Promise<ObjectInfo[]>;

  /**
   * Deletes the object durably. Succeeds if there is no such object. Open readers continue (fs) or may fail (s3). A
   * bucket with versions keeps the bytes; `versions.erase()` removes them.
   */
  delete(key: string): Promise<void>;

  /**
   * Returns up to `limit` writes that were neither closed nor aborted, by any process, whether it still runs or not.
   * Errors: ObjectStoreUnavailableError.
   */
  unfinished(limit?: number): Promise<UnfinishedWrite[]>;

  /**
   * Discards an unfinished write and everything it stored. Succeeds if the write has finished or no longer exists. If
   * the write is still running, its writer fails. Errors: ObjectStoreUnavailableError, and BadKeyError for a name that
   * `unfinished()` cannot have returned.
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
   * Returns a sentence, for the log, about each feature that the server lacks and the client works around, and about
   * settings of the bucket that an administrator should know. The first call tests an S3 server by writing and removing empty objects. Errors: ObjectStoreUnavailableError.
   */
  shortcomings(): Promise<string[]>;

  /** Closes sockets. Streams and writers still open may fail. The store must not be used afterwards. */
  close(): Promise<void>;
}

/**
 * Writer of one object. Its memory use does not grow with the object: at most 2 × 256 KiB (fs) or 3 × partSizeBytes
 * (s3). A small object on S3 takes about its own size. The store reuses the writer's buffers for the next writer.
 */
export interface ObjectWriter {
  /**
   * Appends a chunk of any size. Resolves when the next chunk may be added (back-pressure) and the memory of this chunk
   * may be reused. Throws if the previous call has not resolved yet. Once the store has failed, this and all later
   * calls reject with ObjectStoreUnavailableError; then call `abort()`.
   */
  write(chunk: Uint8Array): Promise<void>;

  /**
   * Makes the object visible and durable in one step, and resolves to its size. Errors: ObjectExistsError,
   * ObjectStoreUnavailableError (as for `put`). After an error no data remains in the store, and `abort()` need not be
   * called.
   */
  close(): Promise<{ sizeBytes: number }>;

  /**
   * Discards the object with its temporary file or multipart upload. Never rejects, and may be called repeatedly. Does
   * nothing after `close()` has resolved. If `close()` is still running, waits for it. Unfinished data of a killed
   * process is invisible. It is removed when a store is opened more than a day later.
   */
  abort(): Promise<void>;
}

export interface ObjectInfo {
  key: string;
  sizeBytes: number;
  /**
   * Time at which the object was stored, in milliseconds since 1970. Some servers have a resolution of whole seconds.
   */
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
  /** Number of bytes. Default: to the end of the object. */
  length?: number;
  signal?: AbortSignal;
  /**
   * CRC-32 of the whole range, if the caller knows it. A replicated store then looks for a copy with this CRC-32. A
   * single store ignores it, so the caller must check the bytes itself.
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
  /**
   * Returns whether the bytes are the stored ones, for a range whose CRC-32 is unknown. Used like `crc32`; do not set
   * both.
   */
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
 * Called for every attempt of a request to an S3 server (`PutObject`, `UploadPart` …) and for every operation on a file
 * system store (`put`, `create`, `read` …). Expected results, such as a missing or existing object, are `ok`. Must not
 * throw.
 */
export interface StoreHooks {
  onRequest?(operation: string, outcome: 'ok' | 'error', durationMs: number): void;
}
