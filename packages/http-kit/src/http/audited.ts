// What handlers tell the audit log of a request while they serve it. The line is written when the request is over.
import type { IncomingMessage } from 'node:http';
import { contextOf } from './context.ts';

/**
 * Says that the answer holds a secret. Operations whose every answer does are marked in the contract instead, with
 * `x-audit: secret`.
 */
export function auditSecret(request: IncomingMessage): void {
  contextOf(request).audited ??= 'secret';
}

/** Says what the request is about beside the parameters of its path: `{ auid }`, `{ uuid }`, `{ auids }`. */
export function auditSubject(request: IncomingMessage, subject: Readonly<Record<string, unknown>>): void {
  const context = contextOf(request);
  context.subject = { ...context.subject, ...subject };
}
