// Common interface of both formats: limits, and readers to which text is pushed and from which properties are taken.
import type { Property, ReadLimits } from './types.ts';

const defaults: ReadLimits = {
  fileBytes: 1024 ** 3,
  depth: 40,
  keyLength: 8_192,
  valueLength: 1024 ** 2,
  listLength: 4 * 1024 ** 2,
};

export function completeLimits({ limits = {} }: { readonly limits?: Partial<ReadLimits> }): ReadLimits {
  return { ...defaults, ...limits };
}

export interface PropertyReader {
  /** Parses more text. Throws BadConfigurationError. */
  write(text: string): void;
  /** Ends the text. Throws BadConfigurationError. */
  end(): void;
  /** Returns the properties read since the last call. */
  take(): Property[];
  /** Returns the current position; line and column start at 1. */
  place(): { readonly line: number; readonly column: number };
}
