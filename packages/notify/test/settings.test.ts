// Tests the notification settings, and contradictions among them.
import { readSettings } from '@holdfast/service-kit/settings';
import { expect, it } from '@jest/globals';
import {
  findNotifyFaults,
  notifySpec,
  readMailSettings,
  toConsoleBase,
} from '../src/settings/notify-settings.ts';

const read = (environment: Record<string, string>) => readSettings(environment, notifySpec, findNotifyFaults);

it('sends no mail without a server and a sender', () => {
  expect(readMailSettings(read({}))).toEqual({ mail: undefined, missing: ['MAIL_SERVER', 'MAIL_FROM'] });
  const settings = read({ MAIL_SERVER: 'smtps://mail.example.org', MAIL_FROM: 'holdfast@example.org' });
  expect(readMailSettings(settings)).toEqual({
    mail: {
      ...{ server: 'smtps://mail.example.org', password: undefined, from: 'holdfast@example.org' },
      tls: 'required',
    },
    missing: [],
  });
});

it.each([
  [{ MAIL_SERVER: 'smtp://u:word@x' }, 'MAIL_SERVER must not contain a password: use MAIL_PASSWORD'],
  [
    { MAIL_SERVER: 'smtp://50%off@x', MAIL_PASSWORD: 'word' },
    'the user in MAIL_SERVER must be percent-encoded',
  ],
  [{ MAIL_SERVER: 'smtp://u@x' }, 'MAIL_SERVER names a user, but MAIL_PASSWORD is not set'],
  [{ MAIL_SERVER: 'smtp://x', MAIL_PASSWORD: 'word' }, 'MAIL_PASSWORD is set, but MAIL_SERVER names no user'],
  [{ MAIL_SERVER: 'http://x' }, 'MAIL_SERVER'],
  [{ MAIL_FROM: 'no address' }, 'MAIL_FROM'],
  [{ CONSOLE_URL: 'https://x/?a' }, 'CONSOLE_URL must not contain a query or a fragment'],
])('%j is a fault', (environment, fault) => {
  expect(() => read(environment)).toThrow(fault);
});

it('hides the password of the mail server', () => {
  const settings = read({ MAIL_SERVER: 'smtp://u@x', MAIL_PASSWORD: 'a hidden word' });
  expect(JSON.stringify([settings.describe(), settings.list()])).not.toContain('a hidden word');
});

it('completes the address of the console', () => {
  expect(toConsoleBase('https://x/console')).toBe('https://x/console/');
  expect(toConsoleBase('https://x/console/')).toBe('https://x/console/');
  expect(toConsoleBase(undefined)).toBeUndefined();
});
