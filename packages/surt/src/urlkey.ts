// Computes the SURT urlkey of a URL. The result is the same as with the Python package `surt`, which clients of the
// replay index use for their queries.
import { makeHostKey } from './host.ts';
import { normalizePath, removePathSession } from './path.ts';
import { escapeForUrlkey, toByteString, unescapeFully } from './percent.ts';
import { canonicalizeQuery } from './query.ts';
import { removeFragment, splitUrl, trimUrl } from './split.ts';

/**
 * Returns the urlkey of any string: `http://www.example.com/A?b&a` becomes `com,example)/a?a&b`. Urlkeys are compared
 * as bytes. They are ASCII without spaces and control characters, except that keys of `filedesc:` URLs may contain
 * other characters. Returns `-` for an empty string. Never throws. Takes linear time, apart from sorting the
 * parameters.
 */
export function makeUrlkey(url: string): string {
  return makeSimpleKey(url) ?? makeFullKey(url);
}

/** Returns the urlkey for a prefix query on `url`. Keeps a trailing `/` or `?`. */
export function makeUrlkeyPrefix(url: string): string {
  const key = makeUrlkey(url);
  const last = removeFragment(trimUrl(url)).at(-1);
  return (last === '/' || last === '?') && !key.endsWith(last) ? key + last : key;
}

// Matches printable ASCII without `#` and `%`. Such a URL has no fragment, and needs neither escaping nor unescaping.
const CLEAN_URL = /^https?:\/\/[!"$&-~]+$/;
// The last label must begin with a letter, to exclude IPv4 addresses.
const CLEAN_HOST = /^(?:www\d*\.)?((?:[\w-]+\.)*[a-z][\w-]*)$/;

/** Fast path for URLs that only need lower case, a reversed host and sorted parameters. Undefined for other URLs. */
function makeSimpleKey(url: string): string | undefined {
  if (!CLEAN_URL.test(url)) return undefined;
  const text = url.toLowerCase();
  const hostStart = text.indexOf('/') + 2;
  const hostEnd = text.indexOf('/', hostStart);
  if (hostEnd < 0) return undefined;
  const site = reverseCleanHost(text.slice(hostStart, hostEnd));
  if (site === undefined) return undefined;
  const queryStart = text.indexOf('?', hostEnd);
  const path = text.slice(hostEnd, queryStart < 0 ? undefined : queryStart);
  if (path.includes('//') || path.includes('/.') || path.includes('(')) return undefined;
  const query = queryStart < 0 ? '' : canonicalizeQuery(text.slice(queryStart + 1));
  return `${site})${withoutLastSlash(path)}${query && `?${query}`}`;
}

/** Cache of reversed hosts, because an archive usually contains many captures of a few hosts. */
const sites = new Map<string, string>();
const MAX_SITES = 256;
/** Maximum length of a cached host. */
const MAX_HOST = 255;

/** Returns the reversed host, or undefined if the host needs other changes as well. */
function reverseCleanHost(host: string): string | undefined {
  const known = sites.get(host);
  if (known !== undefined) return known;
  const name = CLEAN_HOST.exec(host)?.[1];
  const site = name?.includes('.') ? name.split('.').reverse().join(',') : name;
  if (site === undefined || host.length > MAX_HOST) return site;
  if (sites.size >= MAX_SITES) sites.clear();
  sites.set(host, site);
  return site;
}

function makeFullKey(url: string): string {
  // Does not canonicalize the URL of a filedesc record, which describes an archive file and contains its name.
  if (url.startsWith('filedesc')) return url.toWellFormed().replace(/[\0-\x20\x7f]/g, encodeURIComponent);
  const text = trimUrl(toByteString(url));
  if (text === '') return '-';
  const { scheme, host, port, path, query } = splitUrl(text);
  const site = makeHostKey(host, scheme !== 'dns');
  const queryKey = canonicalizeQuery(canonicalizePart(query));
  const plainPath = unescapeFully(path);
  const rooted = plainPath === '' && (site || queryKey) ? '/' : plainPath;
  const resolved = site === '' ? rooted : normalizePath(rooted);
  const pathKey = withoutLastSlash(removePathSession(escapeForUrlkey(resolved).toLowerCase()));
  const place = site === '' ? `${scheme}:` : `${site}${port && `:${canonicalizePart(port)}`})`;
  return `${place}${pathKey}${queryKey && `?${queryKey}`}`;
}

function canonicalizePart(part: string): string {
  return escapeForUrlkey(unescapeFully(part)).toLowerCase();
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
