// What stops a start and is the reader's to mend: told in plain words, never as a stack trace.

/** Something that the person at the terminal can mend; `message` may have several lines. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The code of a failed system call (`ENOENT`, `EADDRINUSE` …), or `undefined`. */
export function systemCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
