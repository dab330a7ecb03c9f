// Decides what the search field of the content screen searches, from its text and the address.
import type { ContentScope } from '../../parts/captures/scope.ts';

/**
 * `part`: part of a URL, a UUID or a digest, in all AUs of the namespace. `prefix`: the start of a URL. `host`,
 * `domain`: the host in the text, without or with its subdomains.
 */
export const SEARCH_KINDS = ['part', 'prefix', 'host', 'domain'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export interface ContentSearch {
  readonly kind: SearchKind;
  readonly text: string;
}

const WHOLE_URL = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Returns the search in the address. If the address has no kind, the default is `prefix` for a URL or within an AU, and
 * `part` otherwise.
 */
export function parseContentSearch(
  query: URLSearchParams,
  { auid }: ContentScope,
): ContentSearch | undefined {
  const text = query.get('q') ?? '';
  if (text === '') return undefined;
  const usual = auid !== undefined || WHOLE_URL.test(text) ? 'prefix' : 'part';
  return { kind: listSearchKinds(text).find((kind) => kind === query.get('by')) ?? usual, text };
}

/** Returns the kinds of search that are possible with the text. */
export const listSearchKinds = (text: string): readonly SearchKind[] =>
  findHost(text) === undefined ? ['part', 'prefix'] : SEARCH_KINDS;

/** Returns the host in a URL or in a text such as `www.example.org/tides`, or undefined if the text has no host. */
export function findHost(text: string): string | undefined {
  const isWhole = WHOLE_URL.test(text);
  const url = isWhole ? text : `http://${text}`;
  if (/\s/.test(text) || !URL.canParse(url)) return undefined;
  const { host } = new URL(url);
  return host !== '' && (isWhole || /[^.]\.[^.]/.test(host)) ? host : undefined;
}
