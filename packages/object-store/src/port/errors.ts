// Errors of the object store. Their messages contain keys, but neither credentials nor paths of the server.
import { types } from 'node:util';

/** Thrown if no object has this key. */
export class NoSuchObjectError extends Error {
  override readonly name = 'NoSuchObjectError';
  readonly key: string;
  constructor(key: string) {
    super(`there is no object ${JSON.stringify(key)}`);
    this.key = key;
  }
}

/** Thrown if the key is already in use. Objects are never overwritten. */
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError';
  readonly key: string;
  constructor(key: string) {
    super(`the object ${JSON.stringify(key)} already exists`);
    this.key = key;
  }
}

/** Thrown if the object does not contain the whole range, or if the range is invalid. */
export class BadRangeError extends Error {
  override readonly name = 'BadRangeError';
  readonly key: string;
  constructor(key: string, reason: string) {
    super(`${reason} (object ${JSON.stringify(key)})`);
    this.key = key;
  }
}

/** Thrown if the string is not a valid key of this store. */
export class BadKeyError extends Error {
  override readonly name = 'BadKeyError';
  readonly key: string;
  constructor(key: string, reason: string, options?: ErrorOptions) {
    super(`bad key ${JSON.stringify(key.slice(0, 200))}: ${reason}`, options);
    this.key = key;
  }
}

/**
 * Thrown if the store is unavailable; `cause` is the original error. A write that fails with this error may have stored
 * the whole object, but never a part of it.
 */
export class ObjectStoreUnavailableError extends Error {
  override readonly name = 'ObjectStoreUnavailableError';
  constructor(doing: string, cause?: unknown) {
    super(`object store: ${doing}${cause === undefined ? '' : `: ${describeCause(cause)}`}`, { cause });
  }
}

/**
 * Returns only the code of a system error, because its message may contain a path of the server. Returns the message of
 * any other error, and its name unless it is `Error`.
 */
function describeCause(cause: unknown): string {
  if (!types.isNativeError(cause)) return 'failed';
  const code = (cause as NodeJS.ErrnoException).code;
  if (typeof (cause as NodeJS.ErrnoException).syscall === 'string' && code) return code;
  return cause.name === 'Error' ? cause.message : `${cause.name}: ${cause.message}`;
}
