// The error that stops a start and that the reader can mend: told in plain words, never as a stack trace.

/** Something that the person at the terminal can mend; `message` may have several lines. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The code of a failed system call (`ENOENT`, `EADDRINUSE` …), or `undefined`. */
export function systemCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
