// Splits URLs as tolerantly as web archives do. Never fails, and corrects common errors in the scheme. Processes byte
// strings that are not decoded (one character per byte).

export type UrlParts = {
  readonly scheme: string;
  /** Host. Empty if the URL has no authority, as in `urn:…` and `mailto:…`. */
  readonly host: string;
  /** Port. Empty if the URL has no port or the scheme's default port. */
  readonly port: string;
  readonly path: string;
  readonly query: string;
};

/** Trims white space at both ends, and removes tabs and line breaks everywhere. */
export function trimUrl(url: string): string {
  const ends = url.replace(/^[\t-\r ]+/, '');
  let end = ends.length;
  while (end > 0 && isSpace(ends.charCodeAt(end - 1))) end--;
  return ends.slice(0, end).replace(/[\t\n\r]+/g, '');
}

export function removeFragment(url: string): string {
  const start = url.indexOf('#');
  return start < 0 ? url : url.slice(0, start);
}

export function splitUrl(url: string): UrlParts {
  const repaired = url.replace(/^(?:https?:\/\/)+(?=https?:\/\/)/, '');
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(repaired) ? repaired : `http://${repaired}`;
  const colon = absolute.indexOf(':');
  const scheme = absolute.slice(0, colon);
  const rest = removeFragment(absolute.slice(colon + 1));
  const queryStart = rest.indexOf('?');
  const query = queryStart < 0 ? '' : rest.slice(queryStart + 1);
  const place = queryStart < 0 ? rest : rest.slice(0, queryStart);
  return { scheme, query, ...splitHierarchicalPart(scheme, place) };
}

/** Splits the text between scheme and query into host, port and path. */
function splitHierarchicalPart(scheme: string, place: string): Pick<UrlParts, 'host' | 'port' | 'path'> {
  const pathStart = place.startsWith('//') ? endOfAuthority(place, 2) : 0;
  const path = place.slice(pathStart);
  const { host, port } = splitAuthority(scheme, place.slice(2, pathStart));
  if (host !== '') return { host, port, path };
  if (!scheme.startsWith('http')) return { host, port, path };
  // Uses the first path segment as the host in URLs such as `http:example.com` and `http:///example.com`.
  const hostStart = path.search(/[^/]/);
  if (hostStart < 0) return { host, port, path: path && '/' };
  const hostEnd = endOfAuthority(path, hostStart);
  return { host: path.slice(hostStart, hostEnd), port, path: path.slice(hostEnd) || '/' };
}

function splitAuthority(scheme: string, authority: string): { host: string; port: string } {
  let end = authority.length;
  while (authority[end - 1] === ':') end--;
  const place = authority.slice(authority.lastIndexOf('@') + 1, end);
  if (isBareIpv6(place)) return { host: place, port: '' };
  const bracket = place.indexOf('[');
  const hostStart = bracket + 1;
  const hostEnd = indexOrEnd(place, bracket < 0 ? ':' : ']', hostStart);
  const colon = indexOrEnd(place, ':', hostEnd);
  return { host: place.slice(hostStart, hostEnd), port: normalizePort(scheme, place.slice(colon + 1)) };
}

/** Returns whether the host is an IPv6 address without brackets. */
function isBareIpv6(place: string): boolean {
  return place.indexOf(':') !== place.lastIndexOf(':') && /^[0-9a-f:.]+$/i.test(place);
}

/**
 * Returns the port without leading zeros, or an empty string for port 0 and the default port. Returns a port that is
 * not a number unchanged.
 */
function normalizePort(scheme: string, port: string): string {
  if (!/^[0-9]+$/.test(port)) return port;
  const number = port.replace(/^0+/, '');
  const usual = new Map([
    ['http', '80'],
    ['https', '443'],
  ]).get(scheme.toLowerCase());
  return number === usual ? '' : number;
}

function endOfAuthority(place: string, start: number): number {
  return indexOrEnd(place, '/', start);
}

function indexOrEnd(text: string, wanted: string, start: number): number {
  const index = text.indexOf(wanted, start);
  return index < 0 ? text.length : index;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
