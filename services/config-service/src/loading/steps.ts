// Types of the inputs and results of loading steps.
import type { PlatformFacts } from '@holdfast/config-format';

export interface LoadSteps {
  /** Loads the plugins. Calls `collected` when the plugins are in use and their registries are stored as artifacts. */
  plugins(signal: AbortSignal, collected: () => Promise<void>): Promise<LoadStepOutcome>;
  /** Loads the titles from `inputs`, in order of precedence, if the inputs or the plugins have changed. */
  titles(inputs: readonly TitleInput[], signal: AbortSignal): Promise<LoadStepOutcome>;
}

/** Result of one loading step: plugins, configuration or titles. */
export interface LoadStepOutcome {
  /** True if the step changed the data in use. */
  readonly changed: boolean;
  /** Messages about problems that an operator should correct, each with the source and the position of the problem. */
  readonly problems: readonly string[];
  /** Tolerated errors, which require no action. Undefined if there are none. */
  readonly notices?: LoadNotices;
}

export interface LoadNotices {
  readonly count: number;
  /** Messages about some of the tolerated errors, formatted like `problems`. */
  readonly sentences: readonly string[];
}

/** Returns the field `notices` of a step's result. */
export function makeLoadNotices(
  count: number,
  sentences: readonly string[],
): Pick<LoadStepOutcome, 'notices'> {
  return count === 0 ? {} : { notices: { count, sentences } };
}

/** File with titles, whose content can be read repeatedly. */
export interface TitleInput {
  /** URL or path without a password, for messages. Unique among the inputs of a load. */
  readonly source: string;
  readonly format: 'xml' | 'properties' | 'tdb';
  /** SHA-256 of the content, as hexadecimal digits. Files with unchanged content are not read again. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Facts about the node, for evaluating conditions in an XML file. */
  readonly platform: PlatformFacts;
  /** Yields the content from the start. May be called repeatedly. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
