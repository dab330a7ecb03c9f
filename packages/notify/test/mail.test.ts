// Tests sending mail through a real SMTP server.
import { readFile } from 'node:fs/promises';
import { createTemporaryFolder, makeCertificate } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { type MailLimits, sendMail } from '../src/sending/send-mail.ts';
import type { MailSettings } from '../src/settings/notify-settings.ts';
import { makeSmtpError, type SmtpReceiver, startSmtpReceiver } from './receivers.ts';

let plain: SmtpReceiver;
let settings: MailSettings;
beforeAll(async () => {
  plain = await startSmtpReceiver({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  settings = {
    ...{ server: `smtp://127.0.0.1:${plain.port}`, password: undefined, tls: 'off' },
    from: 'holdfast@example.org',
    consoleUrl: 'https://example.org/console/',
  };
});

const mail = {
  ...{ id: '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65', to: 'librarian@example.org', node: 'my node' },
  ...{
    subject: 'Beschädigt',
    text: 'http://www.example.org/, <b> & https://example.org/console/a?b=1\n',
    atMs: 1_755_645_600_000,
  },
};
const send = (more: Partial<MailSettings> = {}, limits: Partial<MailLimits> = {}) =>
  sendMail({ ...settings, ...more }, mail, { timeoutMs: 5_000, totalMs: 10_000, ...limits });

it('sends text and HTML with headers that identify the message', async () => {
  plain.answer = () => undefined;
  expect(await send()).toEqual({ outcome: 'sent' });
  const { from, to, source } = plain.mails.at(-1)!;
  expect([from, ...to]).toEqual(['holdfast@example.org', 'librarian@example.org']);
  expect(source).toContain('Message-ID: <0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65@my-node>');
  expect(source).toContain('Auto-Submitted: auto-generated');
  expect(source).toContain('Date: Tue, 19 Aug 2025 23:20:00 +0000');
  expect(source).toContain('multipart/alternative');
  const decoded = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  // The URL of the capture is not a link, because it would lead to the live site.
  const address = 'https://example.org/console/a?b=1';
  expect(decoded).toContain(`http://www.example.org/, &#60;b&#62; &#38; <a href="${address}">${address}</a>`);
});

it('logs in with the password of the settings, and never reveals it', async () => {
  const server = `smtp://sender%40x@127.0.0.1:${plain.port}`;
  expect(await send({ server, password: 'word' })).toEqual({ outcome: 'sent' });
  expect(plain.mails.at(-1)!.user).toBe('sender@x');
  const refused = await send({ server, password: 'another hidden word' });
  expect(refused).toMatchObject({ outcome: 'failed', isFinal: false });
  expect(JSON.stringify(refused)).not.toContain('another hidden word');
});

it('tries again after 451, and not after 550', async () => {
  plain.answer = () => makeSmtpError(451, 'try again later');
  expect(await send()).toEqual({
    ...{ outcome: 'failed', isFinal: false },
    error: expect.stringContaining('451 try again later'),
  });
  plain.answer = () => makeSmtpError(550, 'no such user');
  expect(await send()).toMatchObject({ outcome: 'failed', isFinal: true });
});

it('stops waiting for a server that does not respond', async () => {
  plain.answer = () => 'hang';
  expect(await send({}, { timeoutMs: 200 })).toMatchObject({ outcome: 'failed', isFinal: false });
});

it('gives up a server that answers slowly in all, and one while the service stops', async () => {
  plain.answer = () => 'hang';
  const error = 'The mail was not sent within 0.1 seconds.';
  expect(await send({}, { totalMs: 100 })).toEqual({ outcome: 'failed', error, isFinal: false });
  const stopping = new AbortController();
  plain.answer = () => {
    stopping.abort();
    return 'hang';
  };
  expect(await send({}, { signal: stopping.signal })).toMatchObject({ outcome: 'failed', isFinal: false });
});

it('refuses a server without TLS, and an untrusted certificate', async () => {
  expect(await send({ tls: 'required' })).toMatchObject({ outcome: 'failed', isFinal: false });
  const { certFile, keyFile } = makeCertificate(await createTemporaryFolder(), 'mail');
  const secure = await startSmtpReceiver({ cert: await readFile(certFile), key: await readFile(keyFile) });
  const server = `smtp://127.0.0.1:${secure.port}`;
  expect(await send({ server, tls: 'required' })).toMatchObject({
    ...{ outcome: 'failed', isFinal: false },
    error: expect.stringMatching(/certificate/i),
  });
  expect(secure.mails).toEqual([]);
});
