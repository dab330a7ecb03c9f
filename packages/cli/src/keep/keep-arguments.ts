// Parses the arguments of `holdfast keep`: --data and --only. The service programs parse the remaining arguments.
import { UsageError } from '@holdfast/cli-kit';

export type DatabaseName = 'repository' | 'configuration';

export interface KeepCommand {
  readonly command: 'keep';
  /** Arguments that are passed to the service program. */
  readonly words: readonly string[];
  /** Data folder argument, not yet resolved. */
  readonly data?: string;
  /** Database to rebuild. Undefined rebuilds both. */
  readonly only?: DatabaseName;
}

const DATABASES: readonly string[] = ['repository', 'configuration'] satisfies DatabaseName[];

/** Parses the arguments. Throws `UsageError`. */
export function parseKeep(words: readonly string[]): KeepCommand {
  const { value: data, rest: others } = extractOption(words, '--data', 'a folder');
  const { value: only, rest } = extractOption(others, '--only', '`repository` or `configuration`');
  if (only !== undefined && (rest[0] !== 'rebuild' || !DATABASES.includes(only))) {
    throw new UsageError('--only works only with `keep rebuild`, and needs `repository` or `configuration`.');
  }
  return {
    command: 'keep',
    words: rest,
    ...(data !== undefined && { data }),
    ...(only !== undefined && { only: only as DatabaseName }),
  };
}

function extractOption(
  words: readonly string[],
  name: string,
  needs: string,
): { readonly value: string | undefined; readonly rest: readonly string[] } {
  const rest: string[] = [];
  let value: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word !== name && !word.startsWith(`${name}=`)) {
      rest.push(word);
      continue;
    }
    value = word === name ? words[++at] : word.slice(name.length + 1);
    if (!value || value.startsWith('--')) throw new UsageError(`${name} needs ${needs}.`);
  }
  return { value, rest };
}
