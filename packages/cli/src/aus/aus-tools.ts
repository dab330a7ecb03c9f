// External dependencies of the AU commands, which tests replace.
import type { InputSource } from '@holdfast/cli-kit';

export interface AusTools {
  nowMs(): number;
  randomId(): string;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
  /** Returns an input source for each file. Throws `UsageError`. */
  sources(files: readonly string[]): readonly InputSource[];
  /** Shows a question and returns the user's reply. Undefined if the command is not run at a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}
