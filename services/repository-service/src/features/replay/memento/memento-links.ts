// The addresses of Memento (RFC 7089) under which this service has what it holds of a URL, and links to them (RFC 8288).
// A memento is what was captured of a URL in one second: the first capture, when there are several.
import { cdxTimestamp } from '../words/cdx-time.ts';

export interface MementoAddresses {
  /** Where the memento nearest to a time is asked for. */
  timeGate(url: string): string;
  /** The list of mementos; `from`: of those from this timestamp on. */
  timeMap(url: string, from?: string): string;
  memento(url: string, collectionMs: number): string;
}

export const LINK_FORMAT = 'application/link-format';

/** `origin`: of this service as its client knows it. */
export function mementoAddresses(origin: string, namespace: string): MementoAddresses {
  const address = (kind: string, rest: string) => `${origin}/replay/${kind}/${namespace}/${rest}`;
  return {
    timeGate: (url) => address('timegate', inAddress(url)),
    timeMap: (url, from) => address('timemap', `${from === undefined ? '' : `${from}/`}${inAddress(url)}`),
    memento: (url, collectionMs) => address('memento', `${cdxTimestamp(collectionMs)}/${inAddress(url)}`),
  };
}

/** `<address>; rel="…"; …`, with the attributes in their order. */
export function link(address: string, attributes: Readonly<Record<string, string>>): string {
  const all = Object.entries(attributes).map(([name, value]) => `; ${name}="${value}"`);
  return `<${inAddress(address)}>${all.join('')}`;
}

/** What is before and behind a URL that a link or an answer is about. */
export function linksOf(addresses: MementoAddresses, url: string): string[] {
  return [
    link(url, { rel: 'original' }),
    link(addresses.timeGate(url), { rel: 'timegate' }),
    link(addresses.timeMap(url), { rel: 'timemap', type: LINK_FORMAT }),
  ];
}

// Clients take heads of some 16 KiB.
const MAX_LINK_CHARACTERS = 8_192;

/** The value of a Link header; undefined when it would be longer than clients take. */
export function linkHeader(links: readonly string[]): string | undefined {
  const value = links.join(', ');
  return value.length <= MAX_LINK_CHARACTERS ? value : undefined;
}

/** As HTTP has dates, to the second. */
export function httpDate(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toUTCString();
}

/** The URL that stands at the end of an address: proxies may have made one slash of two, and people leave out `http`. */
export function urlInAddress(rest: string): string {
  const url = rest.replace(/^(https?:\/)(?!\/)/i, '$1/');
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^[^/:]+:\d+(?:\/|$)/.test(url) ? url : `http://${url}`;
}

// What is no character of URIs, and what would begin a fragment.
const NOT_IN_ADDRESS = /[^\x21-\x7e]|["#<>\\^`{|}]/gu;

function inAddress(url: string): string {
  return url.toWellFormed().replace(NOT_IN_ADDRESS, encodeURIComponent);
}
