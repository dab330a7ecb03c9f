// Converts a search to query conditions on publishers, titles and AUs.
import { parseIssn } from '../../search/issn.ts';
import { quoteText } from '../../service/quote-text.ts';

export interface TitleSearch {
  /** Substring of the name of an AU, title or publisher; or an ISSN. */
  readonly text: string;
  readonly year: string;
  /** True to find only AUs that are not configured and can be added. */
  readonly missing: boolean;
}

export const isEmptySearch = ({ text, year, missing }: TitleSearch): boolean =>
  text.trim() === '' && year === '' && !missing;

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
