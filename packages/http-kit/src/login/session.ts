// A session's cookie as a login, wherever credentials in a header are one; and whether a request is the console's.
import type { Sessions, User } from '@holdfast/accounts';
import type { Request } from 'express';
import { needsSession } from '../errors/catalogue.ts';
import { requireOwnOrigin } from '../http/foreign-origin.ts';
import type { Asking, Authenticate } from './basic.ts';

/** A session that is one comes before what else is there: the user is the one whom the console shows. */
export function withSessions(authenticate: Authenticate, sessions: Sessions, realm: string): Authenticate {
  const byHeader: Authenticate = (request, response, asking) => {
    if (isFromConsole(request)) throw needsSession(realm, 'Log in: there is no session, or it has ended.');
    // What the header says is what counts now.
    if (request.headers.authorization !== undefined) asking.refusedLogin = undefined;
    return authenticate(request, response, asking);
  };
  return (request, response, asking) => {
    const value = sessionIn(request);
    if (value === undefined) return byHeader(request, response, asking);
    return userOfSession(value, request, asking, sessions).then(
      (user) => user ?? byHeader(request, response, asking),
    );
  };
}

async function userOfSession(
  value: string,
  request: Request,
  asking: Asking,
  sessions: Sessions,
): Promise<User | undefined> {
  const found = await sessions.find(value);
  if (!('session' in found)) {
    if (found.why === 'forged') asking.refusedLogin = { name: undefined, why: 'forged session' };
    return undefined;
  }
  requireOwnOrigin(request);
  return found.session.user;
}

const NAME = 'holdfast-session';
const SECURE_NAME = `__Host-${NAME}`;

/** `request.secure` is what a trusted proxy says. */
const nameFor = ({ secure }: Pick<Request, 'secure'>): string => (secure ? SECURE_NAME : NAME);

/** What a request carries in it. */
export function sessionIn(request: Pick<Request, 'headers' | 'secure'>): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const start = `${nameFor(request)}=`;
  const found = cookie.split(';').find((pair) => pair.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}

/** Scripts cannot read it, and no page of another site has it sent. */
export function sessionCookie(request: Pick<Request, 'secure'>, value: string, maxAgeMs: number): string {
  const secure = request.secure ? '; Secure' : '';
  const seconds = Math.max(0, Math.floor(maxAgeMs / 1000));
  return `${nameFor(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** A session on its way to another service, which looks for the one name or the other as it trusts this service or not. */
export const forwardedSession = (value: string): string => `${NAME}=${value}; ${SECURE_NAME}=${value}`;

/** What the console says of itself in X-Requested-With. */
const CONSOLE = 'holdfast-console';

/** Images, downloads and the like say nothing of themselves but the page that they are on. */
export function isFromConsole(request: Pick<Request, 'headers' | 'host'>): boolean {
  const { headers } = request;
  if (headers['x-requested-with'] === CONSOLE) return true;
  const page = headers.referer === undefined ? null : URL.parse(headers.referer);
  return page !== null && page.host === request.host && page.pathname.includes('/console/');
}
