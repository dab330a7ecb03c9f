// Handles credentials that browsers add by themselves: accepts a session cookie as a login, and refuses requests from
// pages of other web origins.
import type { Sessions, User } from '@holdfast/accounts';
import type { Request } from 'express';
import { makeDataOnlyError, makeForeignOriginError, makeNeedsSessionError } from '../errors/catalogue.ts';
import type { Authenticator, LoginAttempt } from './basic.ts';

/**
 * Accepts a session cookie as a login. A valid session takes precedence over other credentials, so that requests are
 * made as the user whom the console shows.
 */
export function createSessionAuthenticator(
  authenticate: Authenticator,
  sessions: Sessions,
  realm: string,
): Authenticator {
  const byHeader: Authenticator = (request, response, asking) => {
    if (isFromConsole(request))
      throw makeNeedsSessionError(realm, 'Log in: there is no session, or it has ended.');
    // Without a valid session, the Authorization header decides. An invalid session is then not reported.
    if (request.headers.authorization !== undefined) asking.refusedLogin = undefined;
    return authenticate(request, response, asking);
  };
  return (request, response, asking) => {
    const value = readSessionToken(request);
    if (value === undefined) return byHeader(request, response, asking);
    return userOfSession(value, request, asking, sessions).then(
      (user) => user ?? byHeader(request, response, asking),
    );
  };
}

async function userOfSession(
  value: string,
  request: Request,
  asking: LoginAttempt,
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

/** Returns the name of the cookie. `request.secure` takes the headers of trusted proxies into account. */
const nameFor = ({ secure }: Pick<Request, 'secure'>): string => (secure ? SECURE_NAME : NAME);

/** Returns the session token of a request, or undefined. */
export function readSessionToken(request: Pick<Request, 'headers' | 'secure'>): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const start = `${nameFor(request)}=`;
  const found = cookie.split(';').find((pair) => pair.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}

/**
 * Formats the Set-Cookie header. Scripts cannot read the cookie, and browsers do not send it with requests from other
 * sites.
 */
export function formatSessionCookie(
  request: Pick<Request, 'secure'>,
  value: string,
  maxAgeMs: number,
): string {
  const secure = request.secure ? '; Secure' : '';
  const seconds = Math.max(0, Math.floor(maxAgeMs / 1000));
  return `${nameFor(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Sends the session under both cookie names, because the other service reads one of them, depending on whether it
 * trusts this service as a proxy.
 */
export const formatForwardedSession = (value: string): string => `${NAME}=${value}; ${SECURE_NAME}=${value}`;

/** Value of X-Requested-With that the console sends. */
const CONSOLE = 'holdfast-console';

/**
 * Returns whether the console made the request. Images and downloads cannot carry its header and are recognized by
 * their Referer.
 */
export function isFromConsole(request: Pick<Request, 'headers' | 'host'>): boolean {
  const { headers } = request;
  if (headers['x-requested-with'] === CONSOLE) return true;
  const page = headers.referer === undefined ? null : URL.parse(headers.referer);
  return page !== null && page.host === request.host && page.pathname.includes('/console/');
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses writes from pages of other origins. `trusted`: origins whose pages may write, such as
 * `https://tools.example`. Throws ApiError 403.
 */
export function refuseForeignOrigin(request: Request, trusted: readonly string[]): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && trusted.includes(origin)) return;
  const isOwn =
    site === undefined
      ? origin === undefined || isSameHost(origin, request.host)
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw makeForeignOriginError();
}

/**
 * Stricter check for requests with a cookie, because browsers add cookies by themselves. Only pages of this origin may
 * write, and the request must state its origin. Throws ApiError 403.
 */
export function requireOwnOrigin(request: Request): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn =
    site === undefined ? origin !== undefined && isSameHost(origin, request.host) : site === 'same-origin';
  if (!isOwn) throw makeForeignOriginError();
}

/** Compares hosts only: behind a TLS proxy the service does not know its own scheme. */
function isSameHost(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}

/** Values of Sec-Fetch-Dest (Fetch Metadata) for content that a browser runs or applies as part of a page. */
const CODE = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
]);

/**
 * Refuses a request whose response a browser would run or apply as part of a page. Operations return data, much of it
 * captured from other sites, and the pages of this origin allow scripts from this origin. Only browsers send the header
 * that is checked. Throws ApiError 403.
 */
export function refuseExecutableUse({ headers }: Pick<Request, 'headers'>): void {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return;
  const named = [destination].flat().flatMap((text) => text.toLowerCase().split(','));
  if (named.some((one) => CODE.has(one.trim()))) throw makeDataOnlyError();
}
