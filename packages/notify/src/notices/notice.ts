// Notices: events about which people may want to be notified, and their kinds. Notices of an incident have the status
// `firing` when it begins and `resolved` when it ends. All other notices have the status `event`.
import type { NoticeDetail, NoticeKind, NoticeStatus } from '@holdfast/api-types';

/** Service that owns the tables, because both services may share a database. */
export type NoticeOwner = 'repository' | 'configuration';

/** Notice to record in the transaction of its event. */
export interface NewNotice {
  readonly kind: NoticeKind;
  readonly status: NoticeStatus;
  /** Key of the incident. Undefined for an event. */
  readonly incident?: string | undefined;
  /** Unix time of the event, in milliseconds. Default: now. */
  readonly at?: number | undefined;
  readonly namespace?: string | undefined;
  readonly auid?: string | undefined;
  /** UUID of the artifact, if the event concerns exactly one artifact. */
  readonly artifact?: string | undefined;
  readonly user?: string | undefined;
  readonly detail: NoticeDetail;
}

export interface StoredNotice extends NewNotice {
  readonly id: string;
  readonly at: number;
}

/** Maximum number of artifacts that a notice lists. `count` is the total number. */
export const MAX_NOTICE_ITEMS = 20;
