// Request targets with a slash, or a whole URL, behind what the contract has.
import { describe, expect, it } from '@jest/globals';
import type { Contract } from '../../src/contract/contract.ts';
import { plainTarget, rulesOf } from '../../src/http/request-target.ts';

const rest = { name: 'url', in: 'path', 'x-rest-of-target': true };
const contract: Contract = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '2.0.0' },
  paths: {
    '/a.b/{name}': { get: { operationId: 'slashed', 'x-trailing-slash': true } },
    '/of/{name}/{url}': { get: { operationId: 'rest', parameters: [rest] } },
    '/of/{name}/at/{time}/{url}': { get: { operationId: 'deep', parameters: [rest] } },
    '/plain/{name}': { get: { operationId: 'plain' } },
  },
};
const rules = rulesOf(contract);
const url = 'http://x.example/a/?b=c&d=%20#e';

describe('a request target', () => {
  it.each([
    ['/a.b/x/', '/a.b/x'],
    ['/a.b/x/?q=/', '/a.b/x?q=/'],
    [`/of/x/${url}`, `/of/x/${encodeURIComponent(url)}`],
    ['/of/x/example.org', '/of/x/example.org'],
  ])('%s is %s', (target, plain) => {
    expect(plainTarget(rules, target)).toBe(plain);
    expect(plainTarget(rules, plain)).toBe(plain);
  });

  it.each([
    '/a.b/x',
    '/a.b/',
    '/a.b/x//',
    '/aXb/x/',
    '/a.b/x/y/',
    '/a.b/x?y/',
    '/plain/x/',
    '/of/x/',
    '/of/x',
    `/of/x/${encodeURIComponent(url)}`,
  ])('%s stays as it is', (target) => {
    expect(plainTarget(rules, target)).toBe(target);
  });
});
