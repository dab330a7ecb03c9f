// Notification settings of both services.
import { hostname } from 'node:os';
import type { Settings } from '@holdfast/service-kit/settings';

export const notifySpec = {
  mailServer: {
    kind: 'url',
    name: 'MAIL_SERVER',
    protocols: ['smtp:', 'smtps:'],
    defaultText: 'none: no mail is sent',
    about:
      'mail server for [notifications](notifications.md): `smtp://user@host:587` or `smtps://user@host:465`; the password is in `MAIL_PASSWORD`',
  },
  mailPassword: {
    kind: 'secret',
    name: 'MAIL_PASSWORD',
    minLength: 1,
    about: 'password of the user in `MAIL_SERVER`',
  },
  mailFrom: {
    kind: 'string',
    name: 'MAIL_FROM',
    pattern: /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,253}$/u,
    about: 'sender of mails, such as `holdfast@example.org`',
  },
  mailTls: {
    kind: 'enum',
    name: 'MAIL_TLS',
    values: ['required', 'off'],
    default: 'required',
    about:
      '`required`: an `smtp:` server must offer STARTTLS; `off`: mails are sent unencrypted, for a server on the same machine',
  },
  consoleUrl: {
    kind: 'url',
    name: 'CONSOLE_URL',
    protocols: ['http:', 'https:'],
    defaultText: 'none: notifications have no links',
    about: 'address of the console in notifications, such as `https://holdfast.example.org/console/`',
  },
  nodeName: {
    kind: 'string',
    name: 'NODE_NAME',
    pattern: /^[^\p{Cc}]{1,100}$/u,
    default: hostname(),
    defaultText: 'host name of the machine',
    about: 'name of the node in notifications',
  },
} as const;

export type NotifySettings = Settings<typeof notifySpec>;

/** Mail server and sender. */
export interface MailSettings {
  readonly server: string;
  readonly password: string | undefined;
  readonly from: string;
  readonly tls: 'required' | 'off';
  /** Base URL of the links in mails; see {@link toConsoleBase}. */
  readonly consoleUrl?: string | undefined;
}

/** Returns the mail settings, or the names of required settings that are missing. */
export function readMailSettings(
  settings: Pick<NotifySettings, 'mailServer' | 'mailPassword' | 'mailFrom' | 'mailTls'> &
    Partial<Pick<NotifySettings, 'consoleUrl'>>,
): { readonly mail: MailSettings | undefined; readonly missing: string[] } {
  const { mailServer: server, mailFrom: from, mailPassword: password, mailTls: tls } = settings;
  const missing = [
    ...(server === undefined ? ['MAIL_SERVER'] : []),
    ...(from === undefined ? ['MAIL_FROM'] : []),
  ];
  if (server === undefined || from === undefined) return { mail: undefined, missing };
  const consoleUrl = toConsoleBase(settings.consoleUrl);
  return { mail: { server, password, from, tls: tls as MailSettings['tls'], consoleUrl }, missing };
}

/** Returns a sentence for each contradiction between the settings. */
export function findNotifyFaults({
  mailServer,
  mailPassword,
  consoleUrl,
}: Pick<NotifySettings, 'mailServer' | 'mailPassword' | 'consoleUrl'>): string[] {
  const server = mailServer === undefined ? undefined : new URL(mailServer);
  return [
    ...(server && server.password !== ''
      ? ['MAIL_SERVER must not contain a password: use MAIL_PASSWORD']
      : []),
    ...(server && !isPercentEncoded(server.username)
      ? ['the user in MAIL_SERVER must be percent-encoded: write %25 for %']
      : []),
    ...(server && server.username !== '' && mailPassword === undefined
      ? ['MAIL_SERVER names a user, but MAIL_PASSWORD is not set']
      : []),
    ...(mailPassword !== undefined && (server === undefined || server.username === '')
      ? ['MAIL_PASSWORD is set, but MAIL_SERVER names no user']
      : []),
    ...(consoleUrl !== undefined && /[?#]/.test(consoleUrl)
      ? ['CONSOLE_URL must not contain a query or a fragment']
      : []),
  ];
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the base URL of links. It ends in `/`. */
export function toConsoleBase(consoleUrl: string | undefined): string | undefined {
  return consoleUrl === undefined || consoleUrl.endsWith('/') ? consoleUrl : `${consoleUrl}/`;
}
