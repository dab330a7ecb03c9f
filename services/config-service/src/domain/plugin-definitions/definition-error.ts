/**
 * Error in a plugin's definition, with a line number if it concerns a single line. Bugs of the service itself have
 * other error classes.
 */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  /** Line number, starting at 1. Undefined if the error does not concern a single line. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
