// Mail server for tests: requires TLS and a login, and stores the mails that it receives.
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { addCleanup, makeCertificate } from '@holdfast/testkit';
import { SMTPServer } from 'smtp-server';

export const MAIL_PASSWORD = 'a hidden word for mail';

export interface MailServer {
  /** Settings of a service that sends its mails to this server. */
  readonly env: Readonly<Record<string, string>>;
  /** Received mails, oldest first. */
  readonly mails: readonly string[];
}

export interface DecodedMail {
  readonly subject: string;
  readonly text: string;
}

/** Starts the server, which runs until the end of the test file. Writes its certificate to `folder`. */
export async function startMailServer(folder: string): Promise<MailServer> {
  const mails: string[] = [];
  const { certFile, keyFile } = makeCertificate(folder, 'mail');
  const server = new SMTPServer({
    ...{ cert: await readFile(certFile), key: await readFile(keyFile), closeTimeout: 100 },
    onAuth: ({ username, password }, _session, done) =>
      password === MAIL_PASSWORD ? done(null, { user: username }) : done(new Error('wrong password')),
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      mails.push(Buffer.concat(chunks).toString());
      done();
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const env = {
    MAIL_SERVER: `smtp://sender@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    MAIL_PASSWORD,
    MAIL_FROM: 'holdfast@example.org',
    NODE_EXTRA_CA_CERTS: certFile,
  };
  return { env, mails };
}

/** Decodes the subject and the plain text of a mail of the services. */
export function decodeMail(mail: string): DecodedMail {
  const { head, body } = splitPart(mail.replaceAll('\r\n', '\n'));
  const subject = /^Subject: (.*(?:\n[ \t].*)*)/im.exec(head)?.[1]?.replace(/\n[ \t]/g, ' ') ?? '';
  const boundary = /^Content-Type: multipart\/[\s\S]*?boundary="([^"]+)"/im.exec(head)?.[1];
  const parts = boundary === undefined ? [{ head, body }] : body.split(`--${boundary}`).map(splitPart);
  const plain = parts.find((part) => /^Content-Type: text\/plain/im.test(part.head));
  if (plain === undefined) throw new Error('the mail has no plain text');
  const isQuoted = /^Content-Transfer-Encoding: quoted-printable/im.test(plain.head);
  return { subject, text: isQuoted ? decodeQuotedPrintable(plain.body) : plain.body };
}

function splitPart(part: string): { readonly head: string; readonly body: string } {
  const text = part.replace(/^\n/, '');
  const end = text.indexOf('\n\n');
  return { head: text.slice(0, end), body: text.slice(end + 2) };
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
