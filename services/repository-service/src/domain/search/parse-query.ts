// Recognizes what a user searches for: a UUID, a digest, an AUID, or part of a URL.
import { domainToASCII } from 'node:url';
import { parseDigest, type SearchedDigest } from './parse-digest.ts';

export type ContentQuery =
  | { readonly kind: 'uuid'; readonly uuid: string }
  | { readonly kind: 'digest'; readonly digest: SearchedDigest }
  | { readonly kind: 'auid'; readonly auid: string }
  | { readonly kind: 'url' };

const UUID_PATTERN = /^(?:urn:uuid:)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
/** `PLUGIN&KEY~VALUE`, where the plugin identifier contains `|`. */
const AUID_PATTERN = /^[^&]*\|[^&]*&/;

/** Recognizes the text of a query, which must be trimmed. */
export function parseContentQuery(text: string): ContentQuery {
  const [, uuid] = UUID_PATTERN.exec(text) ?? [];
  if (uuid !== undefined) return { kind: 'uuid', uuid: uuid.toLowerCase() };
  const digest = parseDigest(text);
  if (digest !== undefined) return { kind: 'digest', digest };
  if (AUID_PATTERN.test(text)) return { kind: 'auid', auid: text };
  return { kind: 'url' };
}

const SCHEME_PATTERN = /^https?:\/\//i;
const WWW_PATTERN = /^www\./i;

/** Forms in which stored URLs may contain the part of a URL that the user searches for. */
export interface UrlPart {
  /** Texts to find anywhere in URLs. Empty if the text is too short for such a search. */
  readonly parts: readonly string[];
  /** Texts to find at the start of URLs. */
  readonly starts: readonly string[];
  /** Whether the text begins with `http://` or `https://`. */
  readonly hasScheme: boolean;
}

/**
 * Returns the forms of part of a URL: without the scheme and `www.`, and with non-ASCII characters percent-encoded, as
 * crawlers store them. The trigram index finds only texts with three adjacent ASCII letters or digits, or with
 * percent-encoded bytes.
 */
export function parseUrlPart(text: string): UrlPart {
  const bare = text.replace(SCHEME_PATTERN, '').replace(WWW_PATTERN, '');
  const shortest = hasTrigrams(bare) ? bare : text;
  const hasScheme = SCHEME_PATTERN.test(text);
  const schemes = hasScheme ? [''] : ['http://', 'https://', 'http://www.', 'https://www.', ''];
  return {
    parts: listSpellings(shortest).filter(hasTrigrams),
    starts: listSpellings(text).flatMap((spelling) => schemes.map((scheme) => `${scheme}${spelling}`)),
    hasScheme,
  };
}

function hasTrigrams(text: string): boolean {
  return /[A-Za-z0-9]{3}|%[0-9A-Fa-f]{2}/.test(text);
}

/** Returns the spellings of the text: unchanged, percent-encoded, and with an ASCII (Punycode) host. */
function listSpellings(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [text];
  const [, before, host, after] = /^(https?:\/\/)?([^/?#]*)(.*)$/is.exec(text)!;
  const ascii = host!.includes('.') ? domainToASCII(host!) : '';
  const spellings = [text, encodeLetters(text)];
  if (ascii !== '') spellings.push(`${before ?? ''}${ascii}${encodeLetters(after!)}`);
  return [...new Set(spellings)];
}

/** Percent-encodes all non-ASCII characters. Replaces unpaired surrogates, which UTF-8 cannot encode. */
function encodeLetters(text: string): string {
  return text.toWellFormed().replace(/[^\x20-\x7e]+/g, (letters) => encodeURIComponent(letters));
}
