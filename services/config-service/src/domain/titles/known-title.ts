// Collects the data of a title from all of its AUs read so far. Single-valued fields come from the first AU that has a
// value. Sets contain the values of all AUs.
import type { TitleFacts } from '@holdfast/tdb';

export interface TitleSummary {
  readonly key: string;
  readonly name: string;
  readonly id: string;
  readonly proprietaryIds: readonly string[];
  readonly declaredType: string | null;
  readonly hasIsbn: boolean;
  readonly issn: string | null;
  readonly issnl: string | null;
  readonly eissn: string | null;
  readonly printIssn: string | null;
}

/** Maximum number of proprietary IDs. Titles have only a few; an unlimited set would be rewritten for every AU. */
const MAX_PROPRIETARY_IDS = 100;

const firstStays = ['declaredType', 'issn', 'issnl', 'eissn', 'printIssn'] as const;

/** Adds the data of an AU. Returns the same object if this changes nothing. */
export function addTitleFacts(title: TitleSummary, facts: TitleFacts): TitleSummary {
  const { proprietaryIds, hasIsbn } = title;
  const id = facts.proprietaryId;
  const hasNewId =
    id !== undefined && proprietaryIds.length < MAX_PROPRIETARY_IDS && !proprietaryIds.includes(id);
  const news = firstStays.filter((member) => title[member] === null && facts[member] !== undefined);
  if (!hasNewId && news.length === 0 && (hasIsbn || !facts.hasIsbn)) return title;
  return {
    ...title,
    ...Object.fromEntries(news.map((member) => [member, facts[member]])),
    proprietaryIds: hasNewId ? [...proprietaryIds, id] : proprietaryIds,
    hasIsbn: hasIsbn || facts.hasIsbn,
  };
}

export function collectIssns({ printIssn, eissn, issnl }: TitleSummary): string[] {
  return [...new Set([printIssn, eissn, issnl].filter((issn) => issn !== null))];
}
