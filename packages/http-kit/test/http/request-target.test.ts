// Tests request targets that end with an additional slash or an unescaped URL.
import { describe, expect, it } from '@jest/globals';
import type { Contract } from '../../src/contract/contract.ts';
import { buildTargetRules, rewriteTarget } from '../../src/http/request-target.ts';

const rest = { name: 'url', in: 'path', 'x-rest-of-target': true };
const contract: Contract = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '2.0.0' },
  paths: {
    '/a.b/{name}': {
      'x-other-names': ['/c/d.e/{name}', '/f/{name}/g'],
      get: { operationId: 'slashed', 'x-trailing-slash': true },
    },
    '/of/{name}/{url}': { get: { operationId: 'rest', parameters: [rest] } },
    '/of/{name}/at/{time}/{url}': { get: { operationId: 'deep', parameters: [rest] } },
    '/find/{name}': {
      get: {
        operationId: 'find',
        'x-trailing-slash': true,
        parameters: [
          { name: 'url', in: 'query', 'x-rest-of-query': { followedBy: ['sort', 'limit'], holding: 'by=' } },
          { name: 'alt', in: 'query', 'x-rest-of-query': { followedBy: ['limit', 'match'] } },
        ],
      },
    },
    '/plain/{name}': { get: { operationId: 'plain' } },
  },
};
const rules = buildTargetRules(contract);
const url = 'http://x.example/a/?b=c&d=%20#e';

describe('a request target', () => {
  it.each([
    ['/a.b/x/', '/a.b/x'],
    ['/c/d.e/x', '/a.b/x'],
    ['/c/d.e/x%2Fy/?q=/c/d.e/x', '/a.b/x%2Fy?q=/c/d.e/x'],
    ['/f/x/g?q', '/a.b/x?q'],
    ['/a.b/x/?q=/', '/a.b/x?q=/'],
    [`/of/x/${url}`, `/of/x/${encodeURIComponent(url)}`],
    ['/of/x/example.org', '/of/x/example.org'],
    [
      '/find/x/?url=a&alt=http://a/?b=c%26&limit=1&limit=100&match=exact',
      '/find/x?url=a&alt=http%3A%2F%2Fa%2F%3Fb%3Dc%2526%26limit%3D1&limit=100&match=exact',
    ],
    [
      '/find/x?url=http://a/?by=c&d+e&sort=a&sort=b&limit=1',
      '/find/x?url=http%3A%2F%2Fa%2F%3Fby%3Dc%26d%2Be%26sort%3Da&sort=b&limit=1',
    ],
  ])('%s is %s', (target, plain) => {
    expect(rewriteTarget(rules, target)).toBe(plain);
    expect(rewriteTarget(rules, plain)).toBe(plain);
  });

  it.each([
    '/a.b/x',
    '/a.b/',
    '/a.b/x//',
    '/c/dxe/x',
    '/c/d.e/',
    '/c/d.e/x/y',
    '/f/x/gg',
    '/aXb/x/',
    '/a.b/x/y/',
    '/a.b/x?y/',
    '/plain/x/',
    '/of/x/',
    '/find/x?url=http://a/&sort=a&d=e',
    '/find/x?url=a&alt=&match=exact',
    '/find/x?alt=http%3A%2F%2Fa%2F%3Fb%3Dc&limit=1',
    '/find/x?xalt=http://a/&b',
    '/of/x',
    `/of/x/${encodeURIComponent(url)}`,
  ])('%s stays as it is', (target) => {
    expect(rewriteTarget(rules, target)).toBe(target);
  });
});
