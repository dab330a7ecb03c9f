// What handlers tell the audit log of a request while they serve it. The line is written when the request is over.
import type { IncomingMessage } from 'node:http';
import { auditPartOf } from './audit-request.ts';
import { contextOf } from './context.ts';

/**
 * Says that the answer holds a secret. Operations whose every answer does are marked in the contract instead, with
 * `x-audit: secret`. What only some readers are shown is read by programs all the time, and counts as routine.
 */
export function auditSecret(request: IncomingMessage): void {
  contextOf(request).audited ??= 'routine secret';
}

/** Says what the request is about beside the parameters of its path: `{ auid }`, `{ uuid }`, `{ auids }`. */
export function auditSubject(request: IncomingMessage, subject: Readonly<Record<string, unknown>>): void {
  const context = contextOf(request);
  context.subject = { ...context.subject, ...subject };
}

/** Says what became of one AU of those that the request is about, as soon as that is known. */
export function auditPart(
  request: IncomingMessage,
  part: { readonly auid: string; readonly outcome: 'ok' | 'error' },
): void {
  const { auid, outcome } = part;
  auditPartOf(request, contextOf(request), { subject: { auid }, outcome });
}
