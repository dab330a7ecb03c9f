// Dependencies of the AU commands.
import type { InputSource } from '@holdfast/cli-kit';

export interface AusTools {
  nowMs(): number;
  randomId(): string;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
  /** Returns the named sources. Throws `UsageError`. */
  sources(files: readonly string[]): readonly InputSource[];
  /** Asks the user a question and returns the user's answer. Undefined if the command is not run at a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}
