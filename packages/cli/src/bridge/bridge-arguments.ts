// What was typed behind `holdfast bridge`. Reads no file.
import { UsageError } from '@holdfast/cli-kit';

export interface BridgeCommand {
  readonly command: 'bridge';
  /** No bridge is to come any more. */
  readonly forget: boolean;
  /** The data folder as it was typed. */
  readonly data?: string;
}

/** Undefined: the help is wanted. Throws `UsageError`. */
export function parseBridge(words: readonly string[]): BridgeCommand | undefined {
  let forget = false;
  let data: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--help' || word === '-h') return undefined;
    if (word === 'forget' && !forget) forget = true;
    else if (word === '--data' || word.startsWith('--data=')) {
      data = word === '--data' ? words[++at] : word.slice('--data='.length);
      if (!data || data.startsWith('--')) throw new UsageError('--data needs a folder.');
    } else
      throw new UsageError(`'${word}' is not understood. './holdfast bridge --help' shows what there is.`);
  }
  return { command: 'bridge', forget, ...(data !== undefined && { data }) };
}
