// Notices: events of which people may want to be notified, and the kinds of notices. A notice of an incident has the status
// `firing` when the incident begins and `resolved` when it ends. All other notices have the status `event`.
import type { NoticeDetail, NoticeKind, NoticeStatus } from '@holdfast/api-types';

/** Service that owns the tables. Both services may share a database. */
export type NoticeOwner = 'repository' | 'configuration';

/** Notice to be recorded in the transaction of its event. */
export interface NewNotice {
  readonly kind: NoticeKind;
  readonly status: NoticeStatus;
  /** Key of the incident. Undefined for an event. */
  readonly incident?: string | undefined;
  /** Time of the event, in milliseconds since 1970. Default: now. */
  readonly at?: number | undefined;
  readonly namespace?: string | undefined;
  readonly auid?: string | undefined;
  /** UUID of the artifact, if the event concerns exactly one. */
  readonly artifact?: string | undefined;
  readonly user?: string | undefined;
  readonly detail: NoticeDetail;
}

export interface StoredNotice extends NewNotice {
  readonly id: string;
  readonly at: number;
}

/** Maximum number of artifacts that a notice names. `count` has the whole number. */
export const MAX_NOTICE_ITEMS = 20;
