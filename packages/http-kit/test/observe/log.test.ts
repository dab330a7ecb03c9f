import { expect, it } from '@jest/globals';
import { withoutSecrets } from '../../src/observe/log.ts';

it('leaves a line without secrets as it is, not even copied', () => {
  const line = {
    method: 'GET',
    status: 200,
    err: new Error('x'),
    settings: { port: 1 },
    list: [1],
    none: null,
  };
  expect(withoutSecrets(line)).toBe(line);
});

it('masks secrets in a line and one level below, and changes nothing of what it was given', () => {
  const line = {
    user: 'ada',
    password: 'p',
    headers: { authorization: 'Basic x', cookie: 'c', accept: '*/*' },
  };
  expect(withoutSecrets(line)).toEqual({
    user: 'ada',
    password: '…',
    headers: { authorization: '…', cookie: '…', accept: '*/*' },
  });
  expect(line.password).toBe('p');
  expect(line.headers.cookie).toBe('c');
});
