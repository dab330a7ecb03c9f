// Inputs and results of the steps of a load.
import type { PlatformFacts } from '@holdfast/config-format';

export interface LoadSteps {
  /** Loads the plugins. Calls `collected` when the plugins are in use and their registries have been stored. */
  plugins(signal: AbortSignal, collected: () => Promise<void>): Promise<LoadOutcome>;
  /**
   * Loads the titles from `inputs`, which are in order of precedence. Does nothing if neither the inputs nor the
   * plugins changed.
   */
  titles(inputs: readonly TitleInput[], signal: AbortSignal): Promise<LoadOutcome>;
}

/** Result of one step: plugins, configuration or titles. */
export interface LoadOutcome {
  /** Whether the served data differs from before. */
  readonly changed: boolean;
  /** Problems to be fixed, as plain sentences. Each names its source and the position in it. */
  readonly problems: readonly string[];
  /** Oddities that need no action. Absent if there are none. */
  readonly notices?: LoadNotices;
}

export interface LoadNotices {
  readonly count: number;
  /** Some of the notices, as sentences like those in `problems`. */
  readonly sentences: readonly string[];
}

/** Returns the `notices` member of an outcome. */
export function makeLoadNotices(count: number, sentences: readonly string[]): Pick<LoadOutcome, 'notices'> {
  return count === 0 ? {} : { notices: { count, sentences } };
}

/** A file with titles. Its bytes can be read repeatedly. */
export interface TitleInput {
  /** URL or path without password, for messages. Unique among the inputs of one load. */
  readonly source: string;
  readonly format: 'xml' | 'properties' | 'tdb';
  /** SHA-256 of the bytes, in hex. Files with unchanged bytes are not read again. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Facts about the node. Conditions in an XML file are evaluated against them. */
  readonly platform: PlatformFacts;
  /** Yields the bytes from the beginning. May be called repeatedly. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
