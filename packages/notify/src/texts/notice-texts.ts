// Type of the texts of messages in one language.
import type { NoticeKind } from '@holdfast/api-types';

/** Text for one, and for any other number. Contains `{count}` and `{name}`. */
export type PluralText = readonly [one: string, other: string];

export interface NoticeTexts {
  /** Title of a message about notices of one kind. */
  readonly kinds: Readonly<Record<NoticeKind, PluralText>>;
  readonly test: string;
  readonly testBody: string;
  /** Title of a message that a condition is over. Contains `{title}`. */
  readonly resolved: string;
  /** Line that a condition still lasts. Contains `{time}`. */
  readonly stillSince: string;
  readonly overflow: PluralText;
  readonly overflowBody: string;
  /** First line of the body. Contains `{node}`. */
  readonly onNode: string;
  readonly reason: string;
  readonly store: string;
  readonly source: string;
  readonly by: string;
  readonly more: PluralText;
  readonly why: string;
  readonly change: string;
  readonly noEvents: string;
}
