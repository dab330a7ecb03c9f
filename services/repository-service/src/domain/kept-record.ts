// A record of a segment that is kept by itself: a warcinfo, and a companion that does not lie beside its artifact or
// belongs to none.
import type { StoredMember } from './entry.ts';

export const KEPT_TYPES = ['warcinfo', 'request', 'metadata', 'conversion', 'continuation', 'other'] as const;
export type KeptType = (typeof KEPT_TYPES)[number];

export interface KeptRecord extends StoredMember {
  readonly type: KeptType;
  /** The artifact it belongs to; undefined when there is none. */
  readonly artifactId: string | undefined;
  /** WARC-Record-ID. */
  readonly recordId?: string | undefined;
}
