// An entry that would take the place of a damaged artifact, whose companions it is to have, too.
import type { Entry } from '../record/entry.ts';
import type { ReadCompanion } from '../record/read-companion.ts';
import type { Arrival } from './arrangement.ts';

export interface Heir {
  /** Its `heirOf` is the damaged artifact. */
  readonly entry: Entry;
  /** The companions that came with it. */
  readonly own: readonly Arrival<ReadCompanion>[];
}
