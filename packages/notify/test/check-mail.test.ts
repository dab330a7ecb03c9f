// Tests the doctor's checks of the mail server, with real SMTP servers.
import { readFile } from 'node:fs/promises';
import { NodeFindings } from '@holdfast/service-kit/doctor';
import { createTemporaryFolder, findFreePort, makeCertificate } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { examineMail } from '../src/sending/check-mail.ts';
import { type SmtpReceiver, startSmtpReceiver } from './receivers.ts';

type ExaminedSettings = Parameters<typeof examineMail>[1];

let plain: SmtpReceiver;
let withTls: SmtpReceiver;
beforeAll(async () => {
  plain = await startSmtpReceiver({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const { certFile, keyFile } = makeCertificate(await createTemporaryFolder(), 'mail');
  withTls = await startSmtpReceiver({ cert: await readFile(certFile), key: await readFile(keyFile) });
});

async function examine(mailServer: string | undefined, more: Partial<ExaminedSettings> = {}) {
  const findings = new NodeFindings();
  await examineMail(findings, {
    ...{ mailServer, mailFrom: 'holdfast@example.org', mailPassword: undefined, mailTls: 'required' },
    ...more,
  });
  return findings.all;
}

it('accepts a server that takes the login, and sends no mail', async () => {
  const found = await examine(`smtp://sender@127.0.0.1:${plain.port}`, {
    mailPassword: 'word',
    mailTls: 'off',
  });
  expect(found.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['mail.reach', 'fine'],
    ['mail.login', 'fine'],
  ]);
  expect(found[1]!.message).toBe('The mail server accepts the login of sender.');
  const withoutLogin = await examine(`smtp://127.0.0.1:${plain.port}`, { mailTls: 'off' });
  expect(withoutLogin.map(({ id }) => id)).toEqual(['mail.reach']);
  expect(plain.mails).toEqual([]);
});

it('asks no server unless mail is set up, and names the setting that is missing', async () => {
  expect(await examine(undefined, { mailFrom: undefined })).toEqual([]);
  for (const [name, found] of [
    ['MAIL_FROM', await examine('smtp://127.0.0.1:1', { mailFrom: undefined })],
    ['MAIL_SERVER', await examine(undefined)],
  ] as const)
    expect(found).toEqual([
      expect.objectContaining({ verdict: 'warning', message: `No mail is sent: ${name} is not set.` }),
    ]);
});

it.each<[string, () => Promise<string>, Partial<ExaminedSettings>, string, RegExp, RegExp]>([
  [
    'a server that is away',
    async () => `smtp://127.0.0.1:${await findFreePort()}`,
    {},
    'mail.reach',
    /^Cannot reach the mail server at 127\.0\.0\.1:\d+ \(connection refused\)/,
    /correct MAIL_SERVER/,
  ],
  [
    'a wrong password, without telling it',
    async () => `smtp://sender@127.0.0.1:${plain.port}`,
    { mailPassword: 'another hidden word', mailTls: 'off' },
    'mail.login',
    /^(?!.*hidden).*refuses the login of sender \(.*535/,
    /Correct MAIL_PASSWORD/,
  ],
  [
    'a server without TLS',
    async () => `smtp://127.0.0.1:${plain.port}`,
    {},
    'mail.tls',
    /does not offer STARTTLS/,
    /MAIL_TLS=off/,
  ],
  [
    'a server whose certificate nobody vouches for',
    async () => `smtp://127.0.0.1:${withTls.port}`,
    {},
    'mail.reach',
    /no trusted authority has signed its certificate/,
    /NODE_EXTRA_CA_CERTS/,
  ],
  [
    'a server that has no TLS on this port',
    async () => `smtps://127.0.0.1:${plain.port}`,
    {},
    'mail.reach',
    /^Cannot reach the mail server/,
    /Use smtp: in MAIL_SERVER/,
  ],
])('names %s', async (_what, server, more, id, message, remedy) => {
  expect(await examine(await server(), more)).toEqual([
    expect.objectContaining({
      ...{ id, verdict: 'fault' },
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    }),
  ]);
});
