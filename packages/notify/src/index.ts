// @holdfast/notify: notices of both services.

/** Whether a notice tells of an event, or of the begin or the end of a condition. */
export type NoticeStatus = 'event' | 'firing' | 'resolved';

/** Details of a notice in addition to its kind and its subject. */
export interface NoticeDetail {
  readonly count?: number;
  /** At most 20 items. */
  readonly items?: readonly NoticeItem[];
  readonly reason?: string;
  readonly source?: string;
  readonly store?: string;
  readonly name?: string;
  readonly bytes?: number;
  readonly number?: number;
  readonly check?: string;
}

export interface NoticeItem {
  readonly namespace: string;
  readonly auid: string;
  readonly uuid?: string;
  readonly url?: string;
}
