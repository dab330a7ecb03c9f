// What both formats have in common: how much of anything a file may hold, and that text is pushed in and properties are
// taken out.
import type { Limits, Property } from './types.ts';

const defaults: Limits = {
  fileBytes: 1024 ** 3,
  depth: 40,
  keyLength: 8_192,
  valueLength: 1024 ** 2,
  listLength: 4 * 1024 ** 2,
};

export function limitsOf({ limits = {} }: { readonly limits?: Partial<Limits> }): Limits {
  return { ...defaults, ...limits };
}

export interface TextReader {
  /** Throws BadConfigurationError. */
  write(text: string): void;
  /** No more text comes. Throws BadConfigurationError. */
  end(): void;
  /** Takes the properties that were read since the last call. */
  take(): Property[];
  /** How far it has read; both from 1. */
  place(): { readonly line: number; readonly column: number };
}
