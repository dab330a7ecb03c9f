// Checks the mail server for `./holdfast doctor` and for GET /doctor: whether it can be reached, offers TLS, and accepts
// the login. Sends no mail.
import { explainFailure } from '@holdfast/service-kit';
import { findRemedy, type NodeFindings, toSentence } from '@holdfast/service-kit/doctor';
import { type NotifySettings, readMailSettings } from '../settings/notify-settings.ts';
import { openMailTransport, parseMailServer } from './mail-transport.ts';
import { describeSendError } from './send-result.ts';

const CHECK_MS = 10_000;

/** Error of the mail client. `originalCode` is the code of the underlying system or TLS error. */
interface MailError {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
}

/** Checks the mail server, if one is configured. */
export async function examineMail(
  findings: NodeFindings,
  settings: Pick<NotifySettings, 'mailServer' | 'mailPassword' | 'mailFrom' | 'mailTls'>,
): Promise<void> {
  const { mail, missing } = readMailSettings(settings);
  if (mail === undefined) {
    if (missing.length === 1)
      findings.warning('mail.settings', `No mail is sent: ${missing[0]} is not set.`, {
        remedy: 'Set both MAIL_SERVER and MAIL_FROM, or neither.',
      });
    return;
  }
  const { host, port, user } = parseMailServer(mail);
  const words = `the mail server at ${host}:${port}`;
  const transport = openMailTransport(mail, { timeoutMs: CHECK_MS, mustLogIn: true });
  const begunMs = performance.now();
  try {
    await transport.verify();
  } catch (error) {
    reportFailure(findings, { words, user, password: mail.password }, error as MailError);
    return;
  } finally {
    transport.close();
  }
  const durationMs = performance.now() - begunMs;
  findings.fine('mail.reach', toSentence(`${words} answers in ${durationMs.toFixed(1)} ms`), {
    durationMs,
  });
  if (user !== undefined) findings.fine('mail.login', `The mail server accepts the login of ${user}.`);
}

interface CheckedServer {
  readonly words: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

function reportFailure(
  findings: NodeFindings,
  { words, user, password }: CheckedServer,
  error: MailError,
): void {
  const message = describeSendError(error, [password]);
  if (error.code === 'EAUTH') {
    findings.fault('mail.login', toSentence(`${words} refuses the login of ${user} (${message})`), {
      remedy: 'Correct MAIL_PASSWORD and the user in MAIL_SERVER. A server without logins needs no user.',
    });
    return;
  }
  if (error.command === 'STARTTLS' && error.response !== undefined) {
    findings.fault('mail.tls', toSentence(`${words} does not offer STARTTLS`), {
      remedy:
        'Turn on TLS at the server. For a server with TLS from the first byte, use smtps: in MAIL_SERVER; for a server on this machine, set MAIL_TLS=off.',
    });
    return;
  }
  const cause = Object.assign(new Error(message), { code: error.originalCode ?? error.code });
  findings.fault(
    'mail.reach',
    toSentence(explainFailure('mail server', { words, setting: 'MAIL_SERVER' }, cause).full),
    { remedy: findMailRemedy(cause) },
  );
}

function findMailRemedy(error: Error & { code: string | undefined }): string | undefined {
  // The server does not speak TLS on this port.
  if (/^(?:EPROTO|ERR_SSL_)/.test(error.code ?? ''))
    return 'Use smtp: in MAIL_SERVER for a server with STARTTLS (port 587), and smtps: for TLS from the first byte (port 465).';
  return findRemedy('mail', error);
}
