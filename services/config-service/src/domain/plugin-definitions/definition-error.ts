/**
 * Error in a plugin's definition, with the line number if there is a single line. Faults of the service itself use
 * other classes.
 */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  /** Line number from 1. Undefined if the error has no single line. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
