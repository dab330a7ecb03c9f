/** Error in a plugin's definition, with its line if there is one. Bugs in the service throw errors of other classes. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  /** Line number, starting at 1. Undefined if the error does not concern a single line. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
