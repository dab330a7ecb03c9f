// What was typed behind `holdfast keep`: the data folder is read here, and all else is left to the program that keeps the
// store. Reads no file.
import { UsageError } from '@holdfast/cli-kit';

export interface KeepCommand {
  readonly command: 'keep';
  /** The arguments that the program is given. */
  readonly words: readonly string[];
  /** The data folder as it was typed. */
  readonly data?: string;
}

/** Throws `UsageError`. */
export function parseKeep(words: readonly string[]): KeepCommand {
  const rest: string[] = [];
  let data: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word !== '--data' && !word.startsWith('--data=')) {
      rest.push(word);
      continue;
    }
    data = word === '--data' ? words[++at] : word.slice('--data='.length);
    if (!data || data.startsWith('--')) throw new UsageError('--data needs a folder.');
  }
  return { command: 'keep', words: rest, ...(data !== undefined && { data }) };
}
