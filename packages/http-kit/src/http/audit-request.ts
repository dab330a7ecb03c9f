// Which requests leave a line in the audit log, and what it says of them.
import type { IncomingMessage } from 'node:http';
import { type Audit, type AuditLine, isRefusal, isRefused } from '@holdfast/accounts';
import { contextOf, type RequestContext } from './context.ts';

/** To be called when the request is over. */
export function auditRequest(
  audit: Audit | undefined,
  request: IncomingMessage,
  context: RequestContext,
  end: { readonly status: number | undefined; readonly outcome: string },
): void {
  const { refusedLogin, audited, failureStatus } = context;
  const hasLeft = end.status === undefined;
  const decided = end.status ?? failureStatus;
  // Nobody tried to log in, and nothing was done.
  const isStranger = decided === 401 && refusedLogin === undefined;
  const event = refusedLogin === undefined ? audited : 'login';
  if (audit === undefined || event === undefined || isStranger) return;
  const line: AuditLine = {
    ...aboutRequest(request, context, event),
    ...end,
    // A client that leaves before the refusal counts as refused.
    ...(hasLeft && decided !== undefined && isRefusal(decided) && { status: decided }),
    ...(refusedLogin?.name !== undefined && { nameHash: audit.nameHash(refusedLogin.name) }),
    ...(refusedLogin !== undefined && { why: refusedLogin.why }),
    subject: { ...fromQuery(request.url), ...context.subject },
  };
  audit.write({ ...line, subject: isRefused(line) ? shortest(line.subject) : shortened(line.subject) });
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
/** Maximum length of a text in the subject of a refused request, which may be anything. */
const REFUSED_CHARACTERS = 200;
const REFUSED_VALUES = 3;

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

/** The subject of a refused request: a few short values. Of a list of AUs only how many they are. */
function shortest({ auids, ...rest }: AuditLine['subject']): AuditLine['subject'] {
  const short = Object.entries(rest).map(([name, value]) => {
    const few = Array.isArray(value) ? value.slice(0, REFUSED_VALUES) : value;
    return [name, shortenedValue(few, REFUSED_CHARACTERS)];
  });
  return { ...Object.fromEntries(short), ...(Array.isArray(auids) && { aus: auids.length }) };
}

function shortenedValue(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shortenedValue(one, most));
  return typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value;
}

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

/**
 * Says what became of one AU of those that the request is about, as soon as that is known. Nothing waits for it, and it has an
 * entry of its own in the database only: the line of the request tells of all.
 */
export function auditPart(
  request: IncomingMessage,
  { auid, outcome }: { readonly auid: string; readonly outcome: 'ok' | 'error' },
): void {
  const context = contextOf(request);
  const { audit, audited } = context;
  if (audit?.writePart === undefined || audited === undefined) return;
  const about = aboutRequest(request, context, audited);
  audit.writePart({ ...about, status: undefined, outcome, subject: shortened({ auid }) });
}
