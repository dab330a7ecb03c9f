// What stops a start and is the reader's to mend: told in plain words, never as a stack trace.

/** Something that the person at the terminal can mend; `message` may have several lines. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
}

/** The error code of a failed system call (`ENOENT`, `EADDRINUSE` …), or `undefined`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
