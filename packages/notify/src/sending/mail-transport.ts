// Connects to the configured mail server. Opens a connection for each mail, because a pool would queue an unlimited
// number of mails while the server is down.
import { createTransport } from 'nodemailer';
import type { MailSettings } from '../settings/notify-settings.ts';

/** Address of the mail server, and the login. */
export interface MailServerAddress {
  readonly host: string;
  readonly port: number;
  /** Name for the login. Undefined if the server requires no login. */
  readonly user: string | undefined;
  /** True if the connection uses TLS from the first byte. */
  readonly isSecure: boolean;
}

export function parseMailServer({ server }: Pick<MailSettings, 'server'>): MailServerAddress {
  const { hostname, port, username, protocol } = new URL(server);
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    user: username === '' ? undefined : decodeURIComponent(username),
    isSecure,
  };
}

/** Creates a transport for one mail. `mustLogIn`: sending fails if a user is set and the server offers no login. */
export function openMailTransport(
  settings: MailSettings,
  { timeoutMs, mustLogIn = false }: { readonly timeoutMs: number; readonly mustLogIn?: boolean },
) {
  const { host, port, user, isSecure } = parseMailServer(settings);
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && settings.tls === 'required',
    ignoreTLS: settings.tls === 'off',
    ...(user !== undefined && { auth: { user, pass: settings.password ?? '' }, forceAuth: mustLogIn }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
