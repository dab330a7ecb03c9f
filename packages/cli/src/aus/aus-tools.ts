// What the commands about AUs work with.
import type { Source } from '@holdfast/cli-kit';

export interface AusTools {
  nowMs(): number;
  randomId(): string;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
  /** Throws `UsageError`. */
  sources(files: readonly string[]): readonly Source[];
  /** Asks a question that is answered with a word; undefined when there is nobody to ask. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}
