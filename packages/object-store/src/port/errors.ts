// The errors of the object store port. Their messages name keys, never server paths or credentials.
import { types } from 'node:util';

/** There is no object under the key. */
export class NoSuchObjectError extends Error {
  override readonly name = 'NoSuchObjectError';
  readonly key: string;
  constructor(key: string) {
    super(`there is no object ${JSON.stringify(key)}`);
    this.key = key;
  }
}

/** The key is in use; objects are never overwritten. */
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError';
  readonly key: string;
  constructor(key: string) {
    super(`there is an object ${JSON.stringify(key)} already`);
    this.key = key;
  }
}

/** The bytes asked for are not all in the object, or no such range can be. */
export class BadRangeError extends Error {
  override readonly name = 'BadRangeError';
  readonly key: string;
  constructor(key: string, reason: string) {
    super(`${reason} (object ${JSON.stringify(key)})`);
    this.key = key;
  }
}

/** The string can be no key of this store. */
export class BadKeyError extends Error {
  override readonly name = 'BadKeyError';
  readonly key: string;
  constructor(key: string, reason: string, options?: ErrorOptions) {
    super(`bad key ${JSON.stringify(key.slice(0, 200))}: ${reason}`, options);
    this.key = key;
  }
}

/** The store cannot do it now; `cause` is what it said. The outcome of a write is then unknown, but never partial. */
export class ObjectStoreUnavailableError extends Error {
  override readonly name = 'ObjectStoreUnavailableError';
  constructor(doing: string, cause?: unknown) {
    super(`object store: ${doing}${cause === undefined ? '' : `: ${inShort(cause)}`}`, { cause });
  }
}

/** Code and name of a failure; its own message only where it can hold no server path. */
function inShort(cause: unknown): string {
  if (!types.isNativeError(cause)) return 'failed';
  const code = (cause as NodeJS.ErrnoException).code;
  if (typeof (cause as NodeJS.ErrnoException).syscall === 'string' && code) return code;
  return cause.name === 'Error' ? cause.message : `${cause.name}: ${cause.message}`;
}
