/** An error in a plugin's definition, with its line; never an error of the service. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  /** Line number from 1. Undefined if the error has no single line. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
