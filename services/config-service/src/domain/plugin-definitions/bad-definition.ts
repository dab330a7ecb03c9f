/** What is wrong with a plugin's definition, and where; never an error of the service. */
export class BadDefinition extends Error {
  override readonly name = 'BadDefinition';
  /** 1 is the first; undefined when no one line is to blame. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
