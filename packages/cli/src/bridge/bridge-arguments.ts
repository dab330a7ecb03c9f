// Parses the arguments of `holdfast bridge`.
import { UsageError } from '@holdfast/cli-kit';

export interface BridgeCommand {
  readonly command: 'bridge';
  /** Deletes the changes that the node has queued for a bridge, and stops queueing. */
  readonly forget: boolean;
  /** Data folder argument, not yet resolved. */
  readonly data?: string;
}

/** Parses the arguments. Returns undefined if the user requests help. Throws `UsageError`. */
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
      throw new UsageError(`Unexpected argument '${word}'. './holdfast bridge --help' lists the options.`);
  }
  return { command: 'bridge', forget, ...(data !== undefined && { data }) };
}
