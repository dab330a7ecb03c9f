// Properties of a title that one of its AUs declares. Consumers merge the properties of all AUs of a title: the first
// single value wins, and sets are united.
import type { TdbEntry } from './entry.ts';

export interface TitleFacts {
  /** Key that distinguishes the titles of one publisher. */
  readonly key: string;
  readonly id: string;
  /** Identifier used by the publisher. */
  readonly proprietaryId?: string;
  /** Declared publication type. */
  readonly declaredType?: string;
  /** Whether the AU has a well-formed ISBN. */
  readonly hasIsbn: boolean;
  /** First well-formed ISSN among the linking, print and electronic ISSN, in this order. */
  readonly issn?: string;
  /** ISSNs as in the source, valid or not. */
  readonly issnl?: string;
  readonly eissn?: string;
  readonly printIssn?: string;
}

export function extractTitleFacts(entry: TdbEntry): TitleFacts {
  const { issn: printIssn, eissn, issnl, type: declaredType } = entry.props;
  const issn = [issnl, printIssn, eissn].find(looksLikeIssn);
  const hasIsbn = [entry.attrs.isbn, entry.attrs.eisbn, entry.props.isbn].some(looksLikeIsbn);
  const isBook = declaredType === undefined ? hasIsbn : /^book/i.test(declaredType);
  const proprietaryId = proprietaryIdOf(entry, isBook ? 'book' : 'journal');
  return {
    key: entry.journalId === undefined ? `name:${entry.title}` : `id:${entry.journalId}`,
    id: entry.journalId ?? computedId(entry.title, entry.publisher),
    hasIsbn,
    ...(proprietaryId && { proprietaryId }),
    ...(declaredType && { declaredType }),
    ...(issn && { issn }),
    ...(issnl && { issnl }),
    ...(eissn && { eissn }),
    ...(printIssn && { printIssn }),
  };
}

function proprietaryIdOf({ attrs, params }: TdbEntry, kind: 'journal' | 'book'): string | undefined {
  const keys = [`${kind}_id`, `${kind}_code`, `${kind}_abbr`];
  for (const map of [attrs, params]) {
    for (const key of keys) if (map[key]) return map[key];
  }
  return undefined;
}

/**
 * Returns the title ID that LOCKSS computes: `id:`, then 0 or 1 for the sign (+ or −), then the absolute value of
 * Java's 32-bit hash of the strings.
 */
function computedId(title: string, publisher: string): string {
  let hash = 0;
  for (const text of [title, publisher]) {
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return hash < 0 ? `id:1${-hash}` : `id:0${hash}`;
}

/** Checks only the format, because real databases contain wrong check digits. */
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
