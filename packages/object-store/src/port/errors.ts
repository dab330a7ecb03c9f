// Errors of the object store. Their messages contain keys, but no server paths or credentials.
import { types } from 'node:util';

/** Thrown if there is no object under the key. */
export class NoSuchObjectError extends Error {
  override readonly name = 'NoSuchObjectError';
  readonly key: string;
  constructor(key: string) {
    super(`there is no object ${JSON.stringify(key)}`);
    this.key = key;
  }
}

/** Thrown if the key is in use; objects are never overwritten. */
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError';
  readonly key: string;
  constructor(key: string) {
    super(`there is an object ${JSON.stringify(key)} already`);
    this.key = key;
  }
}

/** Thrown if the object does not contain the whole range, or the range is invalid. */
export class BadRangeError extends Error {
  override readonly name = 'BadRangeError';
  readonly key: string;
  constructor(key: string, reason: string) {
    super(`${reason} (object ${JSON.stringify(key)})`);
    this.key = key;
  }
}

/** Thrown if the string cannot be a key of this store. */
export class BadKeyError extends Error {
  override readonly name = 'BadKeyError';
  readonly key: string;
  constructor(key: string, reason: string, options?: ErrorOptions) {
    super(`bad key ${JSON.stringify(key.slice(0, 200))}: ${reason}`, options);
    this.key = key;
  }
}

/**
 * Thrown if the store is unavailable; `cause` is its error. A write that fails with this error may still have stored
 * the object, but never a part of it.
 */
export class ObjectStoreUnavailableError extends Error {
  override readonly name = 'ObjectStoreUnavailableError';
  constructor(doing: string, cause?: unknown) {
    super(`object store: ${doing}${cause === undefined ? '' : `: ${inShort(cause)}`}`, { cause });
  }
}

/** Returns code and name of an error. Includes the error's message only if the message cannot contain a server path. */
function inShort(cause: unknown): string {
  if (!types.isNativeError(cause)) return 'failed';
  const code = (cause as NodeJS.ErrnoException).code;
  if (typeof (cause as NodeJS.ErrnoException).syscall === 'string' && code) return code;
  return cause.name === 'Error' ? cause.message : `${cause.name}: ${cause.message}`;
}
