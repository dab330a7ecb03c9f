/** A fault of a plugin's definition, with its line; never an error of the service. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  /** 1 is the first; undefined when no one line is to blame. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
