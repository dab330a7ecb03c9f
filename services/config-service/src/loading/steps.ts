// What a load does beside reading the configuration sources: the features that know plugins and titles plug in here.
import type { LoadOutcome } from './outcome.ts';
import type { TitleInput } from './title-input.ts';

export interface LoadSteps {
  /** `collected`: to be called when the plugins' archives are there and the reading of them begins. */
  plugins(signal: AbortSignal, collected: () => Promise<void>): Promise<LoadOutcome>;
  /** `inputs` in the order in which they count. Does nothing when neither they nor the plugins changed. */
  titles(inputs: readonly TitleInput[], signal: AbortSignal): Promise<LoadOutcome>;
}
