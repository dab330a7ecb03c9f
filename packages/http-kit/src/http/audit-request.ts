// Decides which requests are written to the audit log, and builds their audit lines.
import type { IncomingMessage } from 'node:http';
import { type AuditLine, type AuditWriter, isRefusalStatus, isRefusedLine } from '@holdfast/accounts';
import { getRequestContext, type RequestContext } from './context.ts';

/** Writes the request to the audit log if necessary. Call this when the request has ended. */
export function auditRequest(
  audit: AuditWriter | undefined,
  request: IncomingMessage,
  context: RequestContext,
  end: { readonly status: number | undefined; readonly outcome: string },
): void {
  const { refusedLogin, audited, failureStatus } = context;
  const hasLeft = end.status === undefined;
  const decided = end.status ?? failureStatus;
  // A request without credentials that got a 401 response had no effect, so it is not logged.
  const isStranger = decided === 401 && refusedLogin === undefined;
  const event = refusedLogin === undefined ? audited : 'login';
  if (audit === undefined || event === undefined || isStranger) return;
  const line: AuditLine = {
    ...describeRequest(request, context, event),
    ...end,
    // Logs the status of a rejected request even if the client disconnected before it received the response.
    ...(hasLeft && decided !== undefined && isRefusalStatus(decided) && { status: decided }),
    ...(refusedLogin?.name !== undefined && { nameHash: audit.nameHash(refusedLogin.name) }),
    ...(refusedLogin !== undefined && { why: refusedLogin.why }),
    subject: {
      ...readQuerySubject(request.url),
      ...context.subject,
      ...describeToken(context),
      ...describeProvider(context),
    },
  };
  audit.write({
    ...line,
    subject: isRefusedLine(line) ? shortenRefusedSubject(line.subject) : shortenSubject(line.subject),
  });
}

function describeRequest(
  { method }: IncomingMessage,
  { id: requestId, operation, user, client }: RequestContext,
  event: NonNullable<RequestContext['audited']>,
): Omit<AuditLine, 'subject' | 'status' | 'outcome'> {
  const about = { requestId, operation, method, user: user?.name, client };
  if (event === 'routine') return { event: 'write', routine: true, ...about };
  if (event === 'routine secret') return { event: 'secret', routine: true, ...about };
  return { event, ...about };
}

/** Returns the name and the ID of the API token, if the request used a token. */
function describeToken({ user }: RequestContext): Record<string, string> {
  return user?.token === undefined ? {} : { token: `${user.token.name} (${user.token.id})` };
}

/** Returns the issuer and the subject of an OpenID Connect user, because the provider may change the name in `user`. */
function describeProvider({ user }: RequestContext): Record<string, string> {
  return user?.provider === undefined
    ? {}
    : { issuer: user.provider.issuer, providerUser: user.provider.subject };
}

/** Query parameters that are recorded as the subject of a request. */
const SUBJECTS = ['namespace', 'auid', 'url'];
const MAX_CHARACTERS = 2_048;
const AUID_CHARACTERS = 8_192;
/** Maximum length of each text in the subject of a rejected request, whose content the client chooses freely. */
const REFUSED_CHARACTERS = 200;
const REFUSED_VALUES = 3;

function readQuerySubject(url: string | undefined): Record<string, string> {
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

function shortenSubject(subject: AuditLine['subject']): AuditLine['subject'] {
  return Object.fromEntries(
    Object.entries(subject).map(([name, value]) => [
      name,
      // AUIDs are not shortened, because users search for them. The contracts limit their length.
      shortenValue(value, name === 'auid' ? AUID_CHARACTERS : MAX_CHARACTERS),
    ]),
  );
}

/** Shortens the subject of a rejected request to a few short values. Replaces a list of AUs with its length. */
function shortenRefusedSubject({ auids, ...rest }: AuditLine['subject']): AuditLine['subject'] {
  const short = Object.entries(rest).map(([name, value]) => {
    const few = Array.isArray(value) ? value.slice(0, REFUSED_VALUES) : value;
    return [name, shortenValue(few, REFUSED_CHARACTERS)];
  });
  return { ...Object.fromEntries(short), ...(Array.isArray(auids) && { aus: auids.length }) };
}

function shortenValue(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shortenValue(one, most));
  return typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value;
}

/**
 * Marks the response of this request as containing a secret. Not needed for operations that always return a secret
 * (`x-audit: secret`). The audit entry counts as routine, because programs call such operations often.
 */
export function markResponseSecret(request: IncomingMessage): void {
  getRequestContext(request).audited ??= 'routine secret';
}

/**
 * Adds fields such as `{ auid }`, `{ uuid }` or `{ auids }` to the request's subject in the audit log. The subject
 * already contains the path parameters.
 */
export function addAuditSubject(request: IncomingMessage, subject: Readonly<Record<string, unknown>>): void {
  const context = getRequestContext(request);
  context.subject = { ...context.subject, ...subject };
}

/**
 * Records the outcome for one AU of a request about several AUs, without waiting for the write. Only the database
 * stores this outcome, because the request's audit line already lists all AUs.
 */
export function auditAuOutcome(
  request: IncomingMessage,
  { auid, outcome }: { readonly auid: string; readonly outcome: 'ok' | 'error' },
): void {
  const context = getRequestContext(request);
  const { audit, audited } = context;
  if (audit?.writePart === undefined || audited === undefined) return;
  const about = describeRequest(request, context, audited);
  audit.writePart({ ...about, status: undefined, outcome, subject: shortenSubject({ auid }) });
}
