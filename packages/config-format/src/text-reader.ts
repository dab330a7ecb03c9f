// What both formats have in common: text is pushed in, properties are taken out.
import type { Property } from './types.ts';

export interface TextReader {
  /** Throws BadConfigurationError. */
  write(text: string): void;
  /** No more text comes. Throws BadConfigurationError. */
  end(): void;
  /** What was read since the last time. */
  take(): Property[];
  /** How far it has read; both from 1. */
  place(): { readonly line: number; readonly column: number };
}
