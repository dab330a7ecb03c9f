// Properties of a title, as declared by one of its AUs. Consumers merge the properties from all AUs of a title. If
// several AUs declare a single value, the first one wins. Sets are united.
import type { TdbEntry } from './entry.ts';

export interface TitleFacts {
  /** Key of the title. It is unique among the titles of a publisher. */
  readonly key: string;
  readonly id: string;
  /** Identifier used by the publisher. */
  readonly proprietaryId?: string;
  /** Declared publication type. */
  readonly declaredType?: string;
  /** True if the AU has a well-formed ISBN. */
  readonly hasIsbn: boolean;
  /** First well-formed ISSN, in the order linking, print, electronic. */
  readonly issn?: string;
  /** ISSN as in the source, even if invalid. */
  readonly issnl?: string;
  readonly eissn?: string;
  readonly printIssn?: string;
}

export function extractTitleFacts(entry: TdbEntry): TitleFacts {
  const { issn: printIssn, eissn, issnl, type: declaredType } = entry.props;
  const issn = [issnl, printIssn, eissn].find(looksLikeIssn);
  const hasIsbn = [entry.attrs.isbn, entry.attrs.eisbn, entry.props.isbn].some(looksLikeIsbn);
  const isBook = declaredType === undefined ? hasIsbn : /^book/i.test(declaredType);
  const proprietaryId = findProprietaryId(entry, isBook ? 'book' : 'journal');
  return {
    key: entry.journalId === undefined ? `name:${entry.title}` : `id:${entry.journalId}`,
    id: entry.journalId ?? computeTitleHashId(entry.title, entry.publisher),
    hasIsbn,
    ...(proprietaryId && { proprietaryId }),
    ...(declaredType && { declaredType }),
    ...(issn && { issn }),
    ...(issnl && { issnl }),
    ...(eissn && { eissn }),
    ...(printIssn && { printIssn }),
  };
}

function findProprietaryId({ attrs, params }: TdbEntry, kind: 'journal' | 'book'): string | undefined {
  const keys = [`${kind}_id`, `${kind}_code`, `${kind}_abbr`];
  for (const map of [attrs, params]) {
    for (const key of keys) if (map[key]) return map[key];
  }
  return undefined;
}

/**
 * Computes the title ID as LOCKSS does: `id:`, then 0 or 1 for the sign (+ or −), then the absolute value of Java's
 * 32-bit hash of the strings.
 */
function computeTitleHashId(title: string, publisher: string): string {
  let hash = 0;
  for (const text of [title, publisher]) {
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return hash < 0 ? `id:1${-hash}` : `id:0${hash}`;
}

/** Checks the format only, because check digits in real databases are often wrong. */
function looksLikeIssn(text: string | undefined): boolean {
  return text !== undefined && /^\d{4}-\d{3}[\dXx]$/.test(text);
}

function looksLikeIsbn(text: string | undefined): boolean {
  return (
    text !== undefined &&
    text.length <= 20 &&
    /^(\d{12}[\dXx]|\d{9}[\dXx])$/.test(text.replaceAll(/[- ]/g, ''))
  );
}
