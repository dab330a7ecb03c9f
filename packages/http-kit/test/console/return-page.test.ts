import { expect, it } from '@jest/globals';
import { findReturnPage } from '../../src/console/return-page.ts';

const consoleUrl = 'https://node.example/console/';

it.each([
  ['users?sort=name#top', 'users?sort=name#top'],
  ['aus/a%26b', 'aus/a%26b'],
  ['/users', '/users'],
  ['x/../users', 'users'],
  ['https://evil.example/', 'https://evil.example/'],
  ['//evil.example/', '//evil.example/'],
  ['\\\\evil.example/', '//evil.example/'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('returns for %j to %j below the console', (page, relative) => {
  const found = findReturnPage(consoleUrl, page);
  expect(found).toBe(relative);
  // A browser resolves the address relative to the console.
  expect(new URL(consoleUrl + found).href.startsWith(consoleUrl)).toBe(true);
});

it.each([
  [null],
  [''],
  ['../../evil'],
  ['..'],
  ['%2e%2e/%2E%2e/evil'],
  ['a/../../session'],
  ['..\\evil'],
  ['oidc/logout'],
  ['//oidc/logout'],
  ['oidc\\logout'],
  ['x/../%6Fidc/logout'],
  ['OIDC/login'],
  ['repository/aus'],
  ['assets/a.js'],
  ['%'],
  ['with space'],
  ['line\r\nSet-Cookie: a=b'],
  ['x'.repeat(1_025)],
])('refuses %j', (page) => {
  expect(findReturnPage(consoleUrl, page)).toBeUndefined();
});
