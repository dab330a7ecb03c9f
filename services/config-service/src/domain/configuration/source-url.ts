// Parses URLs of configuration sources: http(s) URLs and local files in settings or in other sources.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OriginSet } from './origins.ts';

export interface SourceUrl {
  /** Normalized URL with the scheme `http:`, `https:` or `file:`. */
  readonly url: string;
  readonly remote: boolean;
}

export const MAX_SOURCES = 10_000;

const MAX_URL_CHARACTERS = 2_048;

/** Parses a URL, or a path if `base` is undefined. Throws an Error without a subject, such as "is not a URL". */
export function parseSourceUrl(text: string, base?: string): SourceUrl {
  const isPath = base === undefined && !/^[a-z][a-z0-9+.-]*:/i.test(text);
  const url = isPath ? pathToFileURL(resolve(text)) : URL.parse(text, base);
  if (url === null) throw new Error('is not a URL');
  if (url.username !== '' || url.password !== '') throw new Error('must not contain a user name or password');
  url.hash = '';
  if (url.href.length > MAX_URL_CHARACTERS)
    throw new Error(`is longer than ${MAX_URL_CHARACTERS} characters`);
  if (url.protocol === 'http:' || url.protocol === 'https:') return { url: url.href, remote: true };
  if (url.protocol !== 'file:' || url.host !== '')
    throw new Error('is neither an http(s) URL nor a local file');
  if (/%2f|%00/i.test(url.pathname) || url.search !== '') throw new Error('is not a file name');
  return { url: url.href, remote: false };
}

/** Returns whether the URL is for a `.tdb` file, according to its file name. */
export function isTdbSource(url: string): boolean {
  return /\.tdb(?:\.gz)?(?:\.opt)?$/i.test(new URL(url).pathname);
}

/** Returns whether the URL is for an XML file, according to its file name. The source must then be XML. */
export function isXmlSource(url: string): boolean {
  return /\.xml(?:\.gz)?(?:\.opt)?$/i.test(new URL(url).pathname);
}

/** Returns whether the source is optional, because its file name ends in `.opt`. */
export function isOptionalSource(url: string): boolean {
  return /\.opt$/i.test(new URL(url).pathname);
}

/** Shortens a URL for public messages. Removes the login and the query, which may contain secrets. */
export function redactUrl(text: string): string {
  const short = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return short.replace(/\/\/[^/]*@/, '//…@').replace(/\?.*$/s, '?…');
}

/**
 * Resolves a URL in a source. A remote source must not refer to local files, or to other origins that are not in
 * `allowed`. Otherwise, the source could make this service read local files or internal hosts.
 */
export function resolveSourceUrl(text: string, referrer: SourceUrl, allowed: OriginSet): SourceUrl {
  const referred = parseSourceUrl(text, referrer.url);
  if (!referrer.remote) return referred;
  if (!referred.remote) throw new Error('is a local file, which a remote source must not name');
  const { origin } = new URL(referred.url);
  if (origin !== new URL(referrer.url).origin && !allowed.has(origin))
    throw new Error(
      'has another origin than the source that names it, and CONFIG_ALLOWED_ORIGINS does not name it',
    );
  return referred;
}

/** Parses a setting with sources, separated by line breaks or `;`. Throws an Error like `parseSourceUrl`. */
export function parseSources(text: string): readonly SourceUrl[] {
  const items = text.split(/[;\n]/).map((item) => item.trim());
  const found = items.filter((item) => item !== '').map(sourceOfSetting);
  const twice = found.findIndex(({ url }, index) => found.findIndex((other) => other.url === url) < index);
  if (twice !== -1) throw new Error(`names source ${twice + 1} twice`);
  return found;
}

function sourceOfSetting(item: string, index: number): SourceUrl {
  try {
    return parseSourceUrl(item);
  } catch (error) {
    // The message must not quote the setting, which may contain a password.
    throw new Error(`names a source, number ${index + 1}, that ${(error as Error).message}`);
  }
}
