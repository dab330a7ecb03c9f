// Item of a list on the overview: a message key with values, and a link to the details.

export interface OverviewItem {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly href: string;
  readonly isBad?: boolean;
}
