// Which urlkeys a query asks for: one key, or a range of keys in byte order.

import { addRequestToUrl, type RequestForKey, urlkey, urlkeyPrefix } from '@holdfast/surt';
import type { KeyRange } from '../../../domain/keys/key-spans.ts';
import type { KeyMatch } from '../../../domain/replay/capture-index.ts';
import { badParameter } from '../../errors.ts';

export type MatchType = 'exact' | 'prefix' | 'host' | 'domain' | 'range';

/**
 * `x*` asks for a prefix and `*.x` for a domain when there is no match type, or `exact`. `request`: another than GET that
 * is asked for. Throws 400.
 */
export function keyMatch(asked: string, matchType: MatchType = 'exact', request?: RequestForKey): KeyMatch {
  const isDomain = matchType === 'exact' && asked.startsWith('*.');
  const isPrefix = matchType === 'exact' && !isDomain && asked.endsWith('*');
  if (request && (isDomain || matchType === 'host' || matchType === 'domain'))
    throw badParameter(
      'method cannot be combined with a host or a domain; "filter==method:POST" is for these.',
    );
  if (isDomain) return domain(urlkey(asked.slice(2).replace(/\*$/, '')));
  const plain = isPrefix ? asked.slice(0, -1) : asked;
  const url = request ? addRequestToUrl(plain, request) : plain;
  return isPrefix || matchType === 'prefix' ? prefix(url) : urlkeyMatch(urlkey(url), matchType);
}

/** The same for a key, taken as it stands: it has no wildcards. Throws 400. */
export function urlkeyMatch(key: string, matchType: MatchType = 'exact'): KeyMatch {
  switch (matchType) {
    case 'prefix':
      return beginningWith(key);
    case 'host':
      return host(key);
    case 'domain':
      return domain(key);
    case 'range':
      return { from: key, below: undefined };
    default:
      return { key };
  }
}

/** `*` alone is every key. */
function prefix(url: string): KeyRange {
  return beginningWith(url === '' ? '' : urlkeyPrefix(url));
}

function beginningWith(from: string): KeyRange {
  return { from, below: successor(from) };
}

function host(key: string): KeyRange {
  const labels = hostLabels(key);
  return { from: `${labels})/`, below: `${labels}*` };
}

/** `,` is below `-`: the hosts under it are in the range, other hosts that begin like it are not. */
function domain(key: string): KeyRange {
  const labels = hostLabels(key);
  return { from: `${labels})/`, below: `${labels}-` };
}

function hostLabels(key: string): string {
  const end = key.indexOf(')');
  if (end < 1) throw badParameter('url has no host, which this matchType asks for.');
  return key.slice(0, end);
}

/** The first text that is above every text with this prefix, in the order of code points; undefined if none is. */
function successor(text: string): string | undefined {
  const characters = [...text];
  const last = characters.pop()?.codePointAt(0);
  if (last === undefined) return undefined;
  if (last === 0x10ffff) return successor(characters.join(''));
  return characters.join('') + String.fromCodePoint(last + 1 === 0xd800 ? 0xe000 : last + 1);
}
