// The object store as the services see it: what each method promises, and nothing of how it is kept.
// Both stores (fs/ and s3/) pass one suite written against exactly these promises (contract-suite.ts).
//
// An object is written once and never changed: a key in use is never overwritten, neither by put() nor by
// create(). A key is 1 to 1024 bytes of UTF-8 in segments parted by `/`; no segment is empty, `.` or `..`,
// no control characters (key.ts). Any other key is refused with BadKeyError by every method before anything is done.
//
// Errors (errors.ts): NoSuchObjectError, ObjectExistsError, BadRangeError and BadKeyError are the caller's; everything that is
// the store's own trouble (disk full, no connection, denied, bucket missing) is ObjectStoreUnavailableError, `cause` kept.
import type { Readable } from 'node:stream';

export interface ObjectStore {
  readonly type: 'Posix' | 'S3';
  /** What to call it in logs and status: `s3:bucket/prefix` or `fs`. Holds no secret and no server path. */
  readonly name: string;

  /**
   * Stores a small object whole. Durable when resolved: it survives a crash of process and machine.
   * The bytes must not be changed before that. After ObjectStoreUnavailableError it is undefined whether the
   * object is there, but if it is, it is whole.
   * Errors: ObjectExistsError (what is there is untouched), ObjectStoreUnavailableError, BadKeyError.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;

  /**
   * Begins an object of unknown length. Throws BadKeyError at once; touches the store only later.
   * Nothing is visible under the key, to anybody, until the writer's close() resolves.
   */
  create(key: string): ObjectWriter;

  /**
   * Streams `length` bytes from `offset` (default: from 0 to the end). Delivers exactly these bytes or
   * fails: when the store turns out to have fewer, the stream is destroyed with an error.
   * Rejects, before any byte: NoSuchObjectError; BadRangeError when offset + length is beyond the object's end
   * (offset equal to its size with no or zero length is an empty stream); ObjectStoreUnavailableError; BadKeyError.
   * The stream must be read to its end or destroyed. `signal` destroys it (AbortError), also while opening.
   */
  read(key: string, options?: ReadOptions): Promise<Readable>;

  /**
   * `length` bytes (at most 1 MiB, else RangeError) from `offset` at once: for the small reads that come by the
   * thousand, where a stream costs more than the bytes. Exactly these or a rejection, as read().
   */
  readBytes(key: string, range: BytesRange): Promise<Buffer>;

  /**
   * Fills `room` with the bytes from `offset` where there is nothing to wait for, as there mostly is not when readBytes()
   * read them lately. False where there is, or where they are not there: readBytes() tells.
   */
  fillAtOnce?(key: string, offset: number, room: Buffer): boolean;

  /** Size and time of the object, or undefined when there is none. Errors: ObjectStoreUnavailableError, BadKeyError. */
  stat(key: string): Promise<ObjectInfo | undefined>;

  /**
   * Up to `limit` (default 1000) objects whose key starts with the string `prefix` and is greater than the
   * string `after`, in the order of the keys' UTF-8 bytes. A page shorter than `limit` is the last one.
   * An object created or deleted while listing may or may not be listed; every other one is.
   * Errors: ObjectStoreUnavailableError.
   */
  list(options: ListOptions): Promise<ObjectInfo[]>;

  /** Removes the object, durably; no error when there is none. Readers that have it open read on (fs) or may fail (s3). */
  delete(key: string): Promise<void>;

  /**
   * Up to so many writes that were begun and neither closed nor aborted, by whatever process: those under way, and what
   * killed processes left. Errors: ObjectStoreUnavailableError.
   */
  unfinished(limit?: number): Promise<UnfinishedWrite[]>;

  /**
   * Gives one of them up: nothing of it is left. No error when it is finished or gone; one still under way fails, and
   * whoever writes it is told. Errors: ObjectStoreUnavailableError, BadKeyError for a name that unfinished() cannot have given.
   */
  discardUnfinished(name: string): Promise<void>;

  /** `s3://bucket/key` or `file:///key`, percent-encoded so that a query can follow. No request, no server path. */
  url(key: string): string;

  /** Space of the store where it is known: of the file system (fs) or as configured (s3). Absent = unknown. */
  usage(): Promise<StoreUsage>;

  /** Readiness: resolves when the store can be used now, else rejects ObjectStoreUnavailableError within seconds. */
  check(): Promise<void>;

  /**
   * What the store's server does not do by itself and is done from here as well as it can be: sentences for the log. Asks an
   * S3 server the first time, by objects without bytes that it writes and removes. Errors: ObjectStoreUnavailableError.
   */
  shortcomings(): Promise<string[]>;

  /** Lets go of sockets. Streams and writers still open then may fail; the store must not be used after it. */
  close(): Promise<void>;
}

/**
 * One object being written. Memory held by a writer is bounded by a constant of its store, whatever is
 * written: fs 2 × 256 KiB; s3 3 × partSizeBytes, and only about its size for a small object. (A store keeps
 * the buffers of one such writer for the next.)
 */
export interface ObjectWriter {
  /**
   * Appends the chunk. Resolves when the next may come (back-pressure) and the chunk's memory is the caller's again;
   * a call before the previous one resolved throws. Chunks of any size are fine.
   * Rejects ObjectStoreUnavailableError once the store failed, and so does every later call: abort() then.
   */
  write(chunk: Uint8Array): Promise<void>;

  /**
   * Makes the object visible, whole and durable, in one step. Resolves with its size.
   * Errors: ObjectExistsError, ObjectStoreUnavailableError (as with put); then nothing is left and abort() is not needed.
   */
  close(): Promise<{ sizeBytes: number }>;

  /**
   * Gives the object up: nothing of it is left, no temporary file and no multipart upload. Never rejects.
   * Idempotent; after close() resolved it does nothing; while close() is under way it waits for its outcome.
   * (What a killed process leaves is invisible, and removed when a store is opened a day later.)
   */
  abort(): Promise<void>;
}

export interface ObjectInfo {
  key: string;
  sizeBytes: number;
  /** When the object was stored, milliseconds since 1970. Some servers know whole seconds only. */
  modifiedMs: number;
}

export interface UnfinishedWrite {
  /** For discardUnfinished(), and for people. Holds no server path. */
  name: string;
  /** When something was last written, as far as the store tells; milliseconds since 1970. */
  changedMs: number;
  /** Written so far, where it is known. */
  sizeBytes?: number;
}

export interface ReadOptions {
  /** First byte, counted from 0; default 0. */
  offset?: number;
  /** How many bytes; default: all to the end. */
  length?: number;
  signal?: AbortSignal;
}

export interface BytesRange {
  /** First byte, counted from 0. */
  offset: number;
  length: number;
  /** Rejects with its reason (AbortError). */
  signal?: AbortSignal;
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
 * Told of every request to an S3 server (one call per attempt, named as S3 names it: `PutObject`,
 * `UploadPart` …) or every operation on the fs store (one call each: `put`, `create`, `read` …).
 * Expected answers (no such object, it exists already) are `ok`. It must not throw.
 */
export interface StoreHooks {
  onRequest?(operation: string, outcome: 'ok' | 'error', durationMs: number): void;
}
