// The error that stops a start and that the reader can mend: told in plain words, never as a stack trace.

/** Something that the person at the terminal can mend; `message` may have several lines. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
