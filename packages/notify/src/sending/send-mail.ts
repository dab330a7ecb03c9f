// Sends one mail through the configured mail server.
import type { MailSettings } from '../settings/notify-settings.ts';
import { openMailTransport } from './mail-transport.ts';
import { describeSendError, type SendResult } from './send-result.ts';

export interface OutgoingMail {
  /** Identifier of the mail, the same in every attempt. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly atMs: number;
  readonly node: string;
}

export interface MailLimits {
  /** Time limit for a reply of the server, in milliseconds. */
  readonly timeoutMs: number;
  /** Time limit for the whole attempt, in milliseconds. A slow server may delay each of about ten replies. */
  readonly totalMs: number;
  readonly signal?: AbortSignal | undefined;
}

export async function sendMail(
  settings: MailSettings,
  mail: OutgoingMail,
  { timeoutMs, totalMs, signal }: MailLimits,
): Promise<SendResult> {
  const limit = AbortSignal.timeout(totalMs);
  const transport = openMailTransport(settings, { timeoutMs });
  try {
    await transport.sendMail({
      from: settings.from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: toHtml(mail.text, settings.consoleUrl),
      date: new Date(mail.atMs),
      messageId: `<${mail.id}@${mail.node.replace(/[^A-Za-z0-9.-]+/g, '-') || 'holdfast'}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    return { outcome: 'sent' };
  } catch (error) {
    if (limit.aborted)
      return {
        outcome: 'failed',
        error: `The mail was not sent within ${totalMs / 1000} seconds.`,
        isFinal: false,
      };
    const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
    // The server refused this recipient or this message. Other failures, such as a wrong password or missing TLS, may
    // be corrected before the next attempt.
    const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    return { outcome: 'failed', error: describeSendError(error, [settings.password]), isFinal };
  } finally {
    transport.close();
  }
}

/**
 * Converts the text to HTML. Only addresses of the console become links, because URLs of captures would lead to the
 * live site. Escapes everything, because the text may come from crawled content.
 */
function toHtml(text: string, consoleUrl: string | undefined): string {
  const base = consoleUrl === undefined ? undefined : escapeHtml(consoleUrl);
  const linked = escapeHtml(text).replace(/https?:\/\/[^\s<>]+/g, (url) =>
    base !== undefined && url.startsWith(base) ? `<a href="${url}">${url}</a>` : url,
  );
  return `<!doctype html><meta charset="utf-8"><pre style="font:inherit;white-space:pre-wrap">${linked}</pre>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
