// Type of the message texts of one language.
import type { NoticeDetail, NoticeKind } from '@holdfast/api-types';

/** Forms for the number 1 and for all other numbers, with the placeholders `{count}` and `{name}`. */
export type PluralText = readonly [one: string, other: string];

export interface NoticeTexts {
  /** Title of a message about notices of a kind. */
  readonly kinds: Readonly<Record<NoticeKind, PluralText>>;
  /** Labels of the kinds in the weekly summary, as in the console. */
  readonly labels: Readonly<Record<Exclude<NoticeKind, 'summary.weekly'>, string>>;
  readonly test: string;
  readonly testBody: string;
  /** Title of the message at the end of a condition. Contains `{title}`. */
  readonly resolved: string;
  /** Line about a condition that still lasts. Contains `{time}`. */
  readonly stillSince: string;
  readonly overflow: PluralText;
  readonly overflowBody: string;
  /** First line of the body. Contains `{node}`. */
  readonly onNode: string;
  readonly reason: string;
  readonly store: string;
  /** Descriptions of the source of the intact content in a repair, by kind of source. */
  readonly sources: Readonly<Record<NonNullable<NoticeDetail['sourceKind']>, string>>;
  readonly by: string;
  readonly more: PluralText;
  readonly why: string;
  readonly change: string;
  /** First line of the weekly summary. */
  readonly weekly: string;
  readonly noEvents: string;
}
