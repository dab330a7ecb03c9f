// A definition that was found, with where it was found: what resolving chooses from.
import type { Definition } from './definition.ts';

export type Origin =
  | { readonly type: 'Internal' }
  | { readonly type: 'Loadable'; readonly registry: string; readonly url: string };

export interface Candidate {
  readonly definition: Definition;
  /** For people: the file, seen from its source. */
  readonly place: string;
  /** Which file it came in: what is in one archive belongs together. */
  readonly file: string;
  readonly origin: Origin;
  /** False of what an archive holds only for its plugins to inherit from. */
  readonly isPlugin: boolean;
}
