// What was typed behind `holdfast keep`, as far as it is the command line's own business: which data folder. The rest is
// the program's. Reads nothing.
import { UsageError } from '../terminal/usage-error.ts';

export interface KeepCommand {
  readonly command: 'keep';
  /** For the program. */
  readonly words: readonly string[];
  /** As typed. */
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
