// Splits the arguments of a command into options and positional arguments.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Splits the arguments. Throws `UsageError` for an unknown option or a missing value. */
export function parseCommandArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns `{ [name]: value }`, or an empty object if `value` is undefined. */
export function makeOptionalMember<Name extends string>(
  name: Name,
  value: string | undefined,
): { [name in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: string });
}
