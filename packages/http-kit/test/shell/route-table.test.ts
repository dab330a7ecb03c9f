import { expect, it } from '@jest/globals';
import { createRouteFinder } from '../../src/shell/routes.ts';

const paths = ['/status', '/aus', '/aus/add', '/aus/{auid}', '/aus/{auid}/size', '/a.b/{x}/{y}'];
const find = createRouteFinder(paths.map((path) => ({ path, content: path })));

it.each([
  ['/status', '/status', {}],
  ['/aus/add', '/aus/add', {}],
  ['/aus/a%2Fb%2526+', '/aus/{auid}', { auid: 'a/b%26+' }],
  ['/aus/add/size', '/aus/{auid}/size', { auid: 'add' }],
  ['/a.b/__proto__/%C3%A9', '/a.b/{x}/{y}', { x: '__proto__', y: 'é' }],
])('finds %s', (path, content, params) => {
  expect(find(path)).toEqual({ content, params });
});

it.each([
  '',
  '/',
  'status',
  '*',
  '/status/',
  '/STATUS',
  '//status',
  '/aus/',
  '/aus//size',
  '/aus/a/b/size',
  '/aXb/1/2',
])('finds nothing for %j', (path) => {
  expect(find(path)).toBeUndefined();
});

it('refuses what does not decode, where a parameter is, and there alone', () => {
  expect(() => find('/aus/%E9')).toThrow(URIError);
  expect(find('/aus/%E9/nothing')).toBeUndefined();
});
