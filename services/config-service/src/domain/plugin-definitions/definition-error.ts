/**
 * Error in a plugin's definition, with a line number if the error is on a single line. Errors in the service itself
 * have other classes.
 */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  /** Line number, starting at 1. Undefined if the error is not on a single line. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
