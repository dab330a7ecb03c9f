// The steps of a load: what each is given, and what it comes back with.
import type { PlatformFacts } from '@holdfast/config-format';

export interface LoadSteps {
  /** `collected`: to be called when the plugins' archives are there and the reading of them begins. */
  plugins(signal: AbortSignal, collected: () => Promise<void>): Promise<LoadOutcome>;
  /** `inputs` in the order in which they count. Does nothing when neither they nor the plugins changed. */
  titles(inputs: readonly TitleInput[], signal: AbortSignal): Promise<LoadOutcome>;
}

/** The result of one step: plugins, configuration or titles. */
export interface LoadOutcome {
  /** Whether what is served now differs from what was served before. */
  readonly changed: boolean;
  /** What somebody has to mend. Plain sentences, each naming its source and the place in it. */
  readonly problems: readonly string[];
  /** What is odd and needs no mending; absent when nothing is. */
  readonly notices?: Notices;
}

export interface Notices {
  readonly count: number;
  /** Some of them at least: plain sentences like those of problems. */
  readonly sentences: readonly string[];
}

/** The member of an outcome. */
export function noticesOf(count: number, sentences: readonly string[]): Pick<LoadOutcome, 'notices'> {
  return count === 0 ? {} : { notices: { count, sentences } };
}

/** A file that holds titles: its bytes can be read as often as needed. */
export interface TitleInput {
  /** URL or path, for people: without a password. Unique among the inputs of one load. */
  readonly source: string;
  readonly format: 'xml' | 'properties' | 'tdb';
  /** SHA-256 of the bytes, in hex: the same bytes need not be read again. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Facts that conditions in an XML file are judged by. */
  readonly platform: PlatformFacts;
  /** The bytes, from their beginning. May be opened again. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
