// Common interface of the readers for both formats. The caller writes text to a reader and takes properties from it.
import type { Property, ReadLimits } from './types.ts';

const defaults: ReadLimits = {
  fileBytes: 1024 ** 3,
  depth: 40,
  keyLength: 8_192,
  valueLength: 1024 ** 2,
  listLength: 4 * 1024 ** 2,
};

export function applyDefaultLimits({ limits = {} }: { readonly limits?: Partial<ReadLimits> }): ReadLimits {
  return { ...defaults, ...limits };
}

export interface PropertyReader {
  /** Parses more text. Throws BadConfigurationError. */
  write(text: string): void;
  /** Ends parsing. Throws BadConfigurationError if the text is incomplete. */
  end(): void;
  /** Returns the properties that were read since the last call. */
  take(): Property[];
  /** Returns the current position. Line and column start at 1. */
  place(): { readonly line: number; readonly column: number };
}
