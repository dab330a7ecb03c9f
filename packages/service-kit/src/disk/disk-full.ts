// What a full disk looks like: to those who meet it, and to those who are told before.

/** Nothing may be stored now. The message says why, in words for anybody; it begins with "disk full". */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

/** The system gives the first for a full file system, the second for a quota that is used up; PostgreSQL the SQLSTATE. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);
const DEEPEST_CAUSE = 8;

/** Whether a full disk is the error, or what caused it. */
export function isDiskFull(error: unknown): boolean {
  let one = error as { name?: unknown; code?: unknown; cause?: unknown } | undefined | null;
  for (let depth = 0; depth < DEEPEST_CAUSE && typeof one === 'object' && one !== null; depth++) {
    if (one.name === 'DiskFullError' || CODES.has(String(one.code))) return true;
    one = one.cause as typeof one;
  }
  return false;
}
