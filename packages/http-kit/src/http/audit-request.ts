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
  const about: Omit<AuditLine, 'subject'> = {
    event,
    requestId: context.id,
    operation: context.operation,
    method: request.method,
    user: context.user?.name,
    client: context.client,
    ...end,
    nameHash: refusedLogin?.name === undefined ? undefined : audit.nameHash(refusedLogin.name),
    why: refusedLogin?.why,
  };
  for (const subject of inParts({ ...fromQuery(request.url), ...context.subject }))
    audit.write({ ...about, subject });
}

/** Parameters of queries that say what a request is about. */
const SUBJECTS = ['namespace', 'auid', 'url'];
const MAX_CHARACTERS = 2_048;

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

/** A long list of AUs fills several lines. */
const LISTED = 100;

function inParts(subject: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const { auids, ...rest } = subject;
  const cut = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, shortened(value)]));
  if (!Array.isArray(auids)) return [cut];
  const starts = Array.from({ length: Math.max(1, Math.ceil(auids.length / LISTED)) }, (_, i) => i * LISTED);
  return starts.map((start) => ({ ...cut, auids: auids.slice(start, start + LISTED).map(shortened) }));
}

function shortened(value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > MAX_CHARACTERS;
  return isLong ? `${value.slice(0, MAX_CHARACTERS)}…` : value;
}
