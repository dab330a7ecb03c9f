// What one AU says about its title. Facts of all AUs of a title are put together by whoever keeps titles: what is there
// first stays, and sets grow.
import type { TdbEntry } from './entry.ts';

export interface TitleFacts {
  /** Tells the titles of one publisher apart. */
  readonly key: string;
  readonly id: string;
  /** The publisher's own identifier. */
  readonly proprietaryId?: string;
  /** The publication type, where one is declared. */
  readonly declaredType?: string;
  /** Whether the AU has an ISBN that looks like one. */
  readonly hasIsbn: boolean;
  /** The first of linking, print and electronic ISSN that looks like one. */
  readonly issn?: string;
  /** The identifiers as given, valid or not. */
  readonly issnl?: string;
  readonly eissn?: string;
  readonly printIssn?: string;
}

export function titleFacts(entry: TdbEntry): TitleFacts {
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

/** `id:` and the 32-bit hash that Java has for a string, its sign written as a digit before it: 0 for +, 1 for −. */
function computedId(title: string, publisher: string): string {
  let hash = 0;
  for (const text of [title, publisher]) {
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return hash < 0 ? `id:1${-hash}` : `id:0${hash}`;
}

/** By its form; check digits are not looked at, since real databases hold wrong ones. */
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
