// Maps errors of PostgreSQL and its driver to typed errors. Does not change other errors.
import { types } from 'node:util';
import pg from 'pg';

/** Thrown if PostgreSQL is down, starting, stopping, overloaded or unreachable. A later attempt may succeed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** Thrown if the database cannot be used in its current state, even on a retry. The message explains what to do. */
export class DatabaseRefusedError extends Error {}

/** Thrown if a constraint of a table rejected a write. `constraint` is the name of the constraint or unique index. */
export class ConstraintViolationError extends Error {
  readonly constraint: string;
  constructor(message: string, constraint: string, options?: ErrorOptions) {
    super(message, options);
    this.constraint = constraint;
  }
}

/** Thrown if a row with this key already exists. */
export class UniqueViolationError extends ConstraintViolationError {
  override readonly name = 'UniqueViolationError';
}

/** Thrown if a referenced row does not exist, or if a row cannot be deleted because it is still referenced. */
export class ForeignKeyViolationError extends ConstraintViolationError {
  override readonly name = 'ForeignKeyViolationError';
}

/** Thrown if a CHECK constraint rejected a value. */
export class CheckViolationError extends ConstraintViolationError {
  override readonly name = 'CheckViolationError';
}

const constraintErrors = new Map<string, typeof ConstraintViolationError>([
  ['23505', UniqueViolationError],
  ['23503', ForeignKeyViolationError],
  ['23514', CheckViolationError],
]);

// SQLSTATEs of an unavailable server. Class 08: connection exception. 53: insufficient resources (connections, disk,
// memory). 57P0x: shutdown, start-up and dropped sessions. 25006: the server was demoted to a read-only standby.
const UNAVAILABLE_STATES = /^(?:08...|53...|57P0.|25006)$/;
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// The driver sets no codes on these errors, so they are recognized by their messages in pg version 8.
const DRIVER_SENTENCES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Returns the typed error for an error of a query or a connection attempt. Returns other errors unchanged. */
export function toTypedError(error: unknown): unknown {
  if (!isError(error)) return error;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0)
    return convertAttemptErrors(error, error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const Constraint = code === undefined ? undefined : constraintErrors.get(code);
  if (Constraint !== undefined) return new Constraint(error.message, constraintOf(error), { cause: error });
  return isUnavailable(error, code) ? new DatabaseUnavailableError(error.message, { cause: error }) : error;
}

/** Throws the typed error, for use with `catch`. */
export function rethrowTyped(error: unknown): never {
  throw toTypedError(error);
}

/** Returns the SQLSTATE of a PostgreSQL error, typed or not. Returns undefined for any other error. */
export function findSqlState(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code;
  return isError(error) && error.cause !== undefined ? findSqlState(error.cause) : undefined;
}

function isUnavailable(error: Error, code: string | undefined): boolean {
  if (code !== undefined && (UNAVAILABLE_STATES.test(code) || socketErrors.has(code))) return true;
  return code === undefined && DRIVER_SENTENCES.test(error.message);
}

/** Converts the errors of all connection attempts: Node reports one error per address of a host name. */
function convertAttemptErrors(error: Error, firstAttempt: unknown): unknown {
  const first = toTypedError(firstAttempt);
  return first instanceof DatabaseUnavailableError
    ? new DatabaseUnavailableError(first.message, { cause: error })
    : error;
}

/** Recognizes errors from any JavaScript realm. In Jest's VM contexts, socket errors come from a different realm. */
function isError(value: unknown): value is Error {
  return types.isNativeError(value);
}

function constraintOf(error: Error): string {
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
