// A record of a segment that is kept by itself: a warcinfo, and a companion that does not lie beside its artifact or
// belongs to none.

import type { Entry, StoredMember } from './entry.ts';
import type { CapturedRequest } from './request-of.ts';

export type KeptType = 'warcinfo' | 'request' | 'metadata' | 'conversion' | 'continuation' | 'other';

export interface KeptRecord extends StoredMember {
  readonly type: KeptType;
  /** The artifact it belongs to; undefined when there is none. */
  readonly artifactId: string | undefined;
  /** WARC-Record-ID. */
  readonly recordId?: string | undefined;
  /** Its artifact in the import under way. */
  readonly owner?: Entry | undefined;
  /** The request of its artifact, whose own line and row do not tell it. */
  readonly request?: CapturedRequest | undefined;
  /** A warcinfo with nothing behind it; any other is there for the records that follow. */
  readonly alone?: boolean;
}
