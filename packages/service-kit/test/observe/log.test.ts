import { expect, it } from '@jest/globals';
import { createLog, removeSecrets } from '../../src/observe/log.ts';

it('leaves a line without secrets as it is, not even copied', () => {
  const line = {
    method: 'GET',
    status: 200,
    err: new Error('x'),
    settings: { port: 1 },
    list: [1],
    none: null,
  };
  expect(removeSecrets(line)).toBe(line);
});

it('masks secrets in a line and one level below, and changes nothing of what it was given', () => {
  const line = {
    user: 'ada',
    password: 'p',
    headers: { authorization: 'Basic x', cookie: 'c', accept: '*/*' },
  };
  expect(removeSecrets(line)).toEqual({
    user: 'ada',
    password: '…',
    headers: { authorization: '…', cookie: '…', accept: '*/*' },
  });
  expect(line.password).toBe('p');
  expect(line.headers.cookie).toBe('c');
});

it('writes lines of all kinds, with what their children are called, and none that would end the process', () => {
  const lines: string[] = [];
  const log = createLog({ service: 'test', destination: { write: (line) => void lines.push(line) } });
  const child = log.child({ requestId: 'r-1' });
  const itself: Record<string, unknown> = { password: 'p' };
  itself.itself = itself;
  child.info({ status: 200, user: undefined, text: 'a "b"\n\u2028', password: 'p', none: null }, 'request');
  child.error({ err: new TypeError('no', { cause: 'c' }) }, 'failed');
  log.error(new Error('alone'));
  log.warn('a text of %d words', 5);
  log.info({}, 'nothing more');
  log.info(itself, 'round');
  log.info({ big: 1n }, 'big');
  log.debug('not said');
  const parsed = lines.map((line) => JSON.parse(line));
  const info = {
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    service: 'test',
  };
  const request = { status: 200, text: 'a "b"\n\u2028', password: '…', none: null };
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(parsed).toEqual([
    { ...info, requestId: 'r-1', ...request, msg: 'request' },
    {
      ...info,
      level: 'error',
      requestId: 'r-1',
      err: { type: 'TypeError', message: 'no', stack: expect.any(String), cause: { message: 'c' } },
      msg: 'failed',
    },
    {
      ...info,
      level: 'error',
      err: { type: 'Error', message: 'alone', stack: expect.any(String) },
      msg: 'alone',
    },
    { ...info, level: 'warn', msg: 'a text of 5 words' },
    { ...info, msg: 'nothing more' },
    { ...info, password: '…', itself: expect.anything(), msg: 'round' },
    { ...info, big: expect.anything(), msg: 'big' },
  ]);
});
