// A title as the AUs that were read so far tell it. The first value of a member stays; sets grow.
import type { TitleFacts } from '@holdfast/tdb';

export interface KnownTitle {
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

/** A title has a handful; a set without an end would be written anew with every AU. */
const MAX_PROPRIETARY_IDS = 100;

const firstStays = ['declaredType', 'issn', 'issnl', 'eissn', 'printIssn'] as const;

/** Gives the same object when the AU says nothing new. */
export function withFacts(title: KnownTitle, facts: TitleFacts): KnownTitle {
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

export function issnsOf({ printIssn, eissn, issnl }: KnownTitle): string[] {
  return [...new Set([printIssn, eissn, issnl].filter((issn) => issn !== null))];
}
