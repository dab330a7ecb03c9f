// What the title database is read from: a file that holds titles, its bytes to be read as often as needed.
import type { PlatformFacts } from '@holdfast/config-format';

export interface TitleInput {
  /** URL or path, for people: without a password. Unique among the inputs of one load. */
  readonly source: string;
  readonly format: 'xml' | 'properties' | 'tdb';
  /** SHA-256 of the bytes, in hex: the same bytes need not be read again. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** What conditions in an XML file are judged by. */
  readonly platform: PlatformFacts;
  /** The bytes, from their beginning. May be opened again. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
