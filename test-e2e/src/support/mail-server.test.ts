// Tests the decoding of mails.
import { expect, it } from '@jest/globals';
import { decodeMail } from './mail-server.ts';

it('decodes the subject and the plain text of a mail with two parts', () => {
  const mail = [
    'Subject: [Holdfast example] 1 damaged copy was',
    ' replaced from another store',
    'Content-Type: multipart/alternative;',
    ' boundary="--_NmP-1"',
    '',
    '----_NmP-1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Tide=C3=A9',
    '',
    'http://127.0.0.=',
    '1/console/?namespace=3Ddefault',
    '----_NmP-1',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<pre>Tide</pre>',
    '----_NmP-1--',
    '',
  ].join('\r\n');
  const { subject, text } = decodeMail(mail);
  expect(subject).toBe('[Holdfast example] 1 damaged copy was replaced from another store');
  expect(text.trim()).toBe('Tideé\n\nhttp://127.0.0.1/console/?namespace=default');
});

it('decodes a mail of one part', () => {
  const mail = 'Subject: Test\r\nContent-Type: text/plain\r\n\r\nThis is a test.\r\n';
  expect(decodeMail(mail)).toEqual({ subject: 'Test', text: 'This is a test.\n' });
});
