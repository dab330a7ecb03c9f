// Dependencies of the AU commands.
import type { InputSource } from '@holdfast/cli-kit';

export interface AusTools {
  nowMs(): number;
  randomId(): string;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
  /** Returns the named sources. Throws `UsageError`. */
  sources(files: readonly string[]): readonly InputSource[];
  /** Asks a question and returns the answer. Undefined if the command is not at a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}
