// Creates the Memento addresses (RFC 7089) of this service and links to them (RFC 8288). The address of a memento
// contains its URL and its time in seconds.
import { formatCdxTimestamp } from '../words/cdx-time.ts';

export interface MementoAddresses {
  /** Address of the TimeGate, which redirects to the memento closest to a requested time. */
  timeGate(url: string): string;
  /** Address of the TimeMap, which lists mementos. `from`: timestamp of the first memento in the list. */
  timeMap(url: string, from?: string): string;
  memento(url: string, collectionMs: number): string;
}

export const LINK_FORMAT = 'application/link-format';

/** `origin`: origin of this service as the client sees it. */
export function makeMementoAddresses(origin: string, namespace: string): MementoAddresses {
  const address = (kind: string, rest: string) => `${origin}/replay/${kind}/${namespace}/${rest}`;
  return {
    timeGate: (url) => address('timegate', escapeAddressUrl(url)),
    timeMap: (url, from) =>
      address('timemap', `${from === undefined ? '' : `${from}/`}${escapeAddressUrl(url)}`),
    memento: (url, collectionMs) =>
      address('memento', `${formatCdxTimestamp(collectionMs)}/${escapeAddressUrl(url)}`),
  };
}

/** Formats `<address>; rel="…"; …`. The attributes keep their order. */
export function formatLink(address: string, attributes: Readonly<Record<string, string>>): string {
  const all = Object.entries(attributes).map(([name, value]) => `; ${name}="${value}"`);
  return `<${escapeAddressUrl(address)}>${all.join('')}`;
}

export function listMementoLinks(addresses: MementoAddresses, url: string): string[] {
  return [
    formatLink(url, { rel: 'original' }),
    formatLink(addresses.timeGate(url), { rel: 'timegate' }),
    formatLink(addresses.timeMap(url), { rel: 'timemap', type: LINK_FORMAT }),
  ];
}

// Many clients accept at most about 16 KiB of response headers.
const MAX_LINK_CHARACTERS = 8_192;

/** Formats the value of a Link header. Returns undefined if it would be too long for clients. */
export function formatLinkHeader(links: readonly string[]): string | undefined {
  const value = links.join(', ');
  return value.length <= MAX_LINK_CHARACTERS ? value : undefined;
}

/** Formats a date for HTTP headers, in whole seconds. */
export function formatHttpDate(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toUTCString();
}

/**
 * Returns the URL at the end of a request path. Adds a missing `http://`, and the second slash after `http:` if a proxy
 * has merged the two.
 */
export function parseAddressUrl(rest: string): string {
  const url = rest.replace(/^(https?:\/)(?!\/)/i, '$1/');
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^[^/:]+:\d+(?:\/|$)/.test(url) ? url : `http://${url}`;
}

// Characters that must be escaped: characters that URIs do not allow, and `#`, which starts a fragment.
const NOT_IN_ADDRESS = /[^\x21-\x7e]|["#<>\\^`{|}]/gu;

function escapeAddressUrl(url: string): string {
  return url.toWellFormed().replace(NOT_IN_ADDRESS, encodeURIComponent);
}
