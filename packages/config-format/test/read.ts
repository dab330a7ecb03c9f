// Test helper: reads complete configuration texts, and formats the properties and errors.

import type { BadConfigurationError, ConfigurationReadOptions, Property } from '../src/common/types.ts';
import { readConfiguration } from '../src/read-configuration.ts';

/** Reads the text in chunks of `pieceBytes`. */
export async function readText(
  text: string | Uint8Array,
  options: ConfigurationReadOptions,
  pieceBytes = 65_536,
): Promise<Property[]> {
  const found: Property[] = [];
  for await (const batch of readConfiguration(cut(Buffer.from(text as string), pieceBytes), options)) {
    found.push(...batch);
  }
  return found;
}

/** Returns the properties in the format `key=value`, with lists in brackets. */
export async function readPairs(text: string, options: ConfigurationReadOptions): Promise<string[]> {
  const found = await readText(text, options);
  return found.map(
    ({ key, value }) => `${key}=${typeof value === 'string' ? value : `[${value.join('|')}]`}`,
  );
}

/** Returns the error in the format `line:column message`. Throws if there is no error. */
export async function readConfigurationError(
  text: string | Uint8Array,
  options: ConfigurationReadOptions,
): Promise<string> {
  try {
    await readText(text, options);
  } catch (error) {
    const { name, line, column, message } = error as BadConfigurationError;
    if (name !== 'BadConfigurationError') throw error;
    return `${line}:${column} ${message}`;
  }
  throw new Error('nothing is wrong');
}

/** Yields a text endlessly, and counts the characters read. */
export function makeEndlessText(
  start: string,
  again: string,
): { bytes: AsyncGenerator<Uint8Array>; taken(): number } {
  let taken = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let next = start; ; next = again.repeat(Math.ceil(65_536 / again.length))) {
      taken += next.length;
      yield Buffer.from(next);
    }
  }
  return { bytes: bytes(), taken: () => taken };
}

function* cut(bytes: Uint8Array, pieceBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}
