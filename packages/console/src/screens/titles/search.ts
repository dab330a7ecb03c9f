// Converts a search to query conditions on publishers, titles and AUs.
import { quoteText } from '../../service/quote-text.ts';

export interface TitleSearch {
  /** Substring of the name of an AU, title or publisher; or an ISSN. */
  readonly text: string;
  readonly year: string;
  /** Whether to find only AUs that are not configured and can be added. */
  readonly missing: boolean;
}

export const isEmptySearch = ({ text, year, missing }: TitleSearch): boolean =>
  text.trim() === '' && year === '' && !missing;

const ISSN = /^\d{4}-?\d{3}[\dx]$/i;

/** Normalizes an ISSN: `1234-567x`, `1234567X` → `1234-567X`. Returns undefined if the text is not an ISSN. */
export function parseIssn(text: string): string | undefined {
  const trimmed = text.trim();
  if (!ISSN.test(trimmed)) return undefined;
  const digits = trimmed.replace('-', '').toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** Returns the query conditions for AUs that match the search. */
export function buildAuConditions({ text: given, year, missing }: TitleSearch): string[] {
  const text = given.trim();
  const issn = parseIssn(text);
  const like = quoteText(`%${text}%`);
  return [
    ...(issn !== undefined ? [`${quoteText(issn)} in (tdbTitle.issns)`] : []),
    ...(issn === undefined && text !== ''
      ? [`(name $like ${like} or tdbTitle.name $like ${like} or tdbPublisher.name $like ${like})`]
      : []),
    ...(year === '' ? [] : [`year = ${quoteText(year)}`]),
    ...(missing ? ['active = false', 'down = false', 'addable = true'] : []),
  ];
}

/** Returns a WHERE clause, or an empty string if there are no conditions. */
export const formatWhere = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
