// Tests what the search field of the content screen searches.
import { expect, it } from '@jest/globals';
import {
  findHost,
  listSearchKinds,
  parseContentSearch,
} from '../../../src/screens/content/content-search.ts';

const node = { namespace: 'default', auid: undefined };
const au = { namespace: 'default', auid: 'P&year~2025' };
const kindOf = (query: Record<string, string>, scope: typeof node | typeof au = node) =>
  parseContentSearch(new URLSearchParams(query), scope)?.kind;

it.each([
  ['domains/example', 'part'],
  ['www.iana.org', 'part'],
  ['SHA-256:0a1b', 'part'],
  ['http://www.iana.org/', 'prefix'],
])('%s alone is searched as %s', (q, kind) => {
  expect(kindOf({ q })).toBe(kind);
});

it('searches the start of URLs within an AU, unless the address names another kind', () => {
  expect(kindOf({ q: 'domains/example' }, au)).toBe('prefix');
  expect(kindOf({ q: 'domains/example', by: 'part' }, au)).toBe('part');
  expect(kindOf({ q: 'www.iana.org', by: 'host' })).toBe('host');
  expect(kindOf({})).toBeUndefined();
});

it('offers hosts only for texts with a host', () => {
  expect(kindOf({ q: 'tides', by: 'host' })).toBe('part');
  expect(listSearchKinds('tides')).toEqual(['part', 'prefix']);
  expect(listSearchKinds('example.org/tides')).toEqual(['part', 'prefix', 'host', 'domain']);
});

it.each([
  ['http://localhost:8080/a', 'localhost:8080'],
  ['www.example.org/a?b', 'www.example.org'],
  ['HTTP://Example.ORG', 'example.org'],
  ['tides', undefined],
  ['a b.c', undefined],
  ['..', undefined],
])('finds the host of %j', (text, host) => {
  expect(findHost(text)).toBe(host);
});
