// Converts a query's URL and match type to a urlkey, or to a range of urlkeys in byte order.

import { addRequestToUrl, makeUrlkey, makeUrlkeyPrefix, type UrlkeyRequest } from '@holdfast/surt';
import type { KeyRange } from '../../../domain/keys/key-prefix-ranges.ts';
import type { KeyMatch } from '../../../domain/replay/capture-index.ts';
import { findPrefixEnd } from '../../../index/url-order.ts';
import { makeBadParameterError } from '../../errors.ts';

export type MatchType = 'exact' | 'prefix' | 'host' | 'domain' | 'range';

/**
 * Parses the URL and match type of a query. If the match type is absent or `exact`, a URL `x*` requests a prefix and
 * `*.x` a domain. `request`: captured method and body, unless the method is GET. Throws 400 if the query is invalid.
 */
export function parseKeyMatch(
  asked: string,
  matchType: MatchType = 'exact',
  request?: UrlkeyRequest,
): KeyMatch {
  const isDomain = matchType === 'exact' && asked.startsWith('*.');
  const isPrefix = matchType === 'exact' && !isDomain && asked.endsWith('*');
  if (request && (isDomain || matchType === 'host' || matchType === 'domain'))
    throw makeBadParameterError(
      'method cannot be combined with a host or a domain. Use "filter==method:POST" instead.',
    );
  if (isDomain) return makeDomainRange(makeUrlkey(asked.slice(2).replace(/\*$/, '')));
  const plain = isPrefix ? asked.slice(0, -1) : asked;
  const url = request ? addRequestToUrl(plain, request) : plain;
  return isPrefix || matchType === 'prefix'
    ? makePrefixRange(url)
    : parseUrlkeyMatch(makeUrlkey(url), matchType);
}

/** Parses a urlkey, without wildcards. Throws 400 if it is invalid. */
export function parseUrlkeyMatch(key: string, matchType: MatchType = 'exact'): KeyMatch {
  switch (matchType) {
    case 'prefix':
      return makeTextPrefixRange(key);
    case 'host':
      return makeHostRange(key);
    case 'domain':
      return makeDomainRange(key);
    case 'range':
      return { from: key, below: undefined };
    default:
      return { key };
  }
}

/** `*` without a prefix matches every key. */
function makePrefixRange(url: string): KeyRange {
  return makeTextPrefixRange(url === '' ? '' : makeUrlkeyPrefix(url));
}

function makeTextPrefixRange(from: string): KeyRange {
  return { from, below: findPrefixEnd(from) };
}

function makeHostRange(key: string): KeyRange {
  const labels = parseHostLabels(key);
  return { from: `${labels})/`, below: `${labels}*` };
}

/** `,` sorts before `-`, so the range contains all subdomains but no other host with the same prefix. */
function makeDomainRange(key: string): KeyRange {
  const labels = parseHostLabels(key);
  return { from: `${labels})/`, below: `${labels}-` };
}

function parseHostLabels(key: string): string {
  const end = key.indexOf(')');
  if (end < 1) throw makeBadParameterError('url has no host, which this matchType requires.');
  return key.slice(0, end);
}
