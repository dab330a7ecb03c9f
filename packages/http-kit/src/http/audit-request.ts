// Which requests leave a line in the audit log, and what it says of them.
import type { IncomingMessage } from 'node:http';
import type { Audit, AuditLine } from '../observe/audit.ts';
import type { RequestContext } from './context.ts';

/** To be called when the request is over. */
export function auditRequest(
  audit: Audit | undefined,
  request: IncomingMessage,
  context: RequestContext,
  end: { readonly status: number | undefined; readonly outcome: string },
): void {
  const { refusedLogin, audited } = context;
  // Nobody tried to log in, and nothing was done.
  const isStranger = end.status === 401 && refusedLogin === undefined;
  const event = refusedLogin === undefined ? audited : 'login';
  if (audit === undefined || event === undefined || isStranger) return;
  audit.write({
    ...aboutRequest(request, context, event),
    ...end,
    ...(refusedLogin?.name !== undefined && { nameHash: audit.nameHash(refusedLogin.name) }),
    ...(refusedLogin !== undefined && { why: refusedLogin.why }),
    subject: subjectOf(request, context.subject),
  });
}

/**
 * What became of one of several that a request is about. Nothing waits for it, and it has an entry of its own in the database
 * only: the line of the request tells of all.
 */
export function auditPartOf(
  request: IncomingMessage,
  context: RequestContext,
  { subject, outcome }: Pick<AuditLine, 'subject' | 'outcome'>,
): void {
  const { audit, audited } = context;
  if (audit?.writePart === undefined || audited === undefined) return;
  const about = aboutRequest(request, context, audited);
  audit.writePart({ ...about, status: undefined, outcome, subject: shortened(subject) });
}

function aboutRequest(
  { method }: IncomingMessage,
  { id: requestId, operation, user, client }: RequestContext,
  event: NonNullable<RequestContext['audited']>,
): Omit<AuditLine, 'subject' | 'status' | 'outcome'> {
  const about = { requestId, operation, method, user: user?.name, client };
  if (event === 'routine') return { event: 'write', routine: true, ...about };
  if (event === 'routine secret') return { event: 'secret', routine: true, ...about };
  return { event, ...about };
}

/** Parameters of queries that say what a request is about. */
const SUBJECTS = ['namespace', 'auid', 'url'];
const MAX_CHARACTERS = 2_048;
const AUID_CHARACTERS = 8_192;

function subjectOf({ url }: IncomingMessage, subject: AuditLine['subject']): AuditLine['subject'] {
  return shortened({ ...fromQuery(url), ...subject });
}

function fromQuery(url: string | undefined): Record<string, string> {
  const start = url?.indexOf('?') ?? -1;
  if (url === undefined || start === -1) return {};
  const query = new URLSearchParams(url.slice(start));
  return Object.fromEntries(
    SUBJECTS.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function shortened(subject: AuditLine['subject']): AuditLine['subject'] {
  return Object.fromEntries(
    Object.entries(subject).map(([name, value]) => [
      name,
      // It is looked for whole, and cannot be longer in the contracts.
      shortenedValue(value, name === 'auid' ? AUID_CHARACTERS : MAX_CHARACTERS),
    ]),
  );
}

function shortenedValue(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shortenedValue(one, most));
  return typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value;
}
