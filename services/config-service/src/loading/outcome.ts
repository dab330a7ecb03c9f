// What one step of loading (plugins, configuration, titles) comes back with.

export interface LoadOutcome {
  /** Whether what is served now differs from what was served before. */
  readonly changed: boolean;
  /** Plain sentences, each naming its source and the place in it; a hundred at most. */
  readonly problems: readonly string[];
}
