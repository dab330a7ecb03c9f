// The SURT urlkey of a URL, equal byte for byte to what the field's canonicaliser (python `surt`) makes, so that our
// replay index answers under the keys its clients ask for. Clean web URLs take a short way; all others the whole one.
import { hostKey } from './host.ts';
import { normalisePath, withoutPathSession } from './path.ts';
import { escapeForUrl, fromText, unescapeFully } from './percent.ts';
import { canonicalQuery } from './query.ts';
import { dropFragment, splitUrl, tidy } from './split.ts';

/**
 * The urlkey of any string, for comparison as bytes: `http://www.example.com/A?b&a` → `com,example)/a?a&b`.
 * Pure ASCII without space or control character unless the URL is a `filedesc:`, whose other characters are kept.
 * Never throws; takes time linear in the length (sorting query parameters apart). Nothing at all gives `-`.
 */
export function urlkey(url: string): string {
  return plainKey(url) ?? wholeKey(url);
}

/** The prefix of the urlkeys that a prefix query for `url` asks for: its key with a last `/` or `?` kept. */
export function urlkeyPrefix(url: string): string {
  const key = urlkey(url);
  const last = dropFragment(tidy(url)).at(-1);
  return (last === '/' || last === '?') && !key.endsWith(last) ? key + last : key;
}

// Printable ASCII but `#` and `%`: nothing to unescape, escape or cut off.
const CLEAN_URL = /^https?:\/\/[!"$&-~]+$/;
// The last label begins with a letter, so this is no IPv4 address in any of its spellings.
const CLEAN_HOST = /^(?:www\d*\.)?((?:[\w-]+\.)*[a-z][\w-]*)$/;

/** The key of a URL that needs nothing but lower case, a reversed host and sorted parameters. */
function plainKey(url: string): string | undefined {
  if (!CLEAN_URL.test(url)) return undefined;
  const text = url.toLowerCase();
  const hostStart = text.indexOf('/') + 2;
  const hostEnd = text.indexOf('/', hostStart);
  if (hostEnd < 0) return undefined;
  const site = cleanSite(text.slice(hostStart, hostEnd));
  if (site === undefined) return undefined;
  const queryStart = text.indexOf('?', hostEnd);
  const path = text.slice(hostEnd, queryStart < 0 ? undefined : queryStart);
  if (path.includes('//') || path.includes('/.') || path.includes('(')) return undefined;
  const query = queryStart < 0 ? '' : canonicalQuery(text.slice(queryStart + 1));
  return `${site})${withoutLastSlash(path)}${query && `?${query}`}`;
}

/** The sites of hosts that were met, because archives have few: their captures come by turns. Bounded. */
const sites = new Map<string, string>();
const MOST_SITES = 256;
/** Longer ones are not remembered. */
const LONGEST_HOST = 255;

/** The reversed host, undefined when it is not a clean one. */
function cleanSite(host: string): string | undefined {
  const known = sites.get(host);
  if (known !== undefined) return known;
  const name = CLEAN_HOST.exec(host)?.[1];
  const site = name?.includes('.') ? name.split('.').reverse().join(',') : name;
  if (site === undefined || host.length > LONGEST_HOST) return site;
  if (sites.size >= MOST_SITES) sites.clear();
  sites.set(host, site);
  return site;
}

function wholeKey(url: string): string {
  // This record names the archive file itself: its name is its key.
  if (url.startsWith('filedesc')) return url.toWellFormed().replace(/[\0-\x20\x7f]/g, encodeURIComponent);
  const text = tidy(fromText(url));
  if (text === '') return '-';
  const { scheme, host, port, path, query } = splitUrl(text);
  const site = hostKey(host, scheme !== 'dns');
  const queryKey = canonicalQuery(clean(query));
  const plainPath = unescapeFully(path);
  const rooted = plainPath === '' && (site || queryKey) ? '/' : plainPath;
  const resolved = site === '' ? rooted : normalisePath(rooted);
  const pathKey = withoutLastSlash(withoutPathSession(escapeForUrl(resolved).toLowerCase()));
  const place = site === '' ? `${scheme}:` : `${site}${port && `:${clean(port)}`})`;
  return `${place}${pathKey}${queryKey && `?${queryKey}`}`;
}

function clean(part: string): string {
  return escapeForUrl(unescapeFully(part)).toLowerCase();
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
