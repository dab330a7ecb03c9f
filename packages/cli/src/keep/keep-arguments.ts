// Parses the arguments of `holdfast keep`. Only --data is handled here; the repository service's `keep` program parses
// the rest. Reads no file.
import { UsageError } from '@holdfast/cli-kit';

export interface KeepCommand {
  readonly command: 'keep';
  /** Arguments for the program. */
  readonly words: readonly string[];
  /** Data folder, as typed. */
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
