// Session cookies of the console. Accepts a session cookie as a login, and rejects requests from pages of other web
// origins, because browsers send credentials automatically. Scripts cannot read the cookies.
import type { Sessions, User } from '@holdfast/accounts';
import type { Request } from 'express';
import { makeDataOnlyError, makeForeignOriginError, makeNeedsSessionError } from '../errors/catalogue.ts';
import type { Authenticator, LoginAttempt } from './authorization-header.ts';

/**
 * Accepts a session cookie as a login. A valid session takes precedence over other credentials, so that the console
 * always acts as the user whose name it displays.
 */
export function createSessionAuthenticator(
  authenticate: Authenticator,
  sessions: Sessions,
  realm: string,
): Authenticator {
  const byHeader: Authenticator = (request, response, asking) => {
    if (isFromConsole(request))
      throw makeNeedsSessionError(realm, 'Log in: there is no session, or it has ended.');
    // Falls back to the Authorization header. The invalid session then no longer counts as a refused login.
    if (request.headers.authorization !== undefined) asking.refusedLogin = undefined;
    return authenticate(request, response, asking);
  };
  return (request, response, asking) => {
    const value = readSessionToken(request);
    if (value === undefined) return byHeader(request, response, asking);
    return authenticateSession(value, request, asking, sessions).then(
      (user) => user ?? byHeader(request, response, asking),
    );
  };
}

async function authenticateSession(
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
  requireSameOrigin(request);
  return found.session.user;
}

const NAME = 'holdfast-session';

/** Returns the session token in the request's cookie, or undefined if there is none. */
export const readSessionToken = (request: Pick<Request, 'headers' | 'secure'>): string | undefined =>
  readCookie(request, NAME);

/** Formats the Set-Cookie header. Browsers do not send the cookie with requests from other sites. */
export const formatSessionCookie = (
  request: Pick<Request, 'secure'>,
  value: string,
  maxAgeMs: number,
): string => formatCookie(request, { name: NAME, value, maxAgeMs, sameSite: 'Strict' });

/**
 * Formats a Cookie header with the session under both cookie names. The other service reads the `__Host-` cookie only
 * if it trusts this service as a proxy.
 */
export const formatForwardedSession = (value: string): string => `${NAME}=${value}; __Host-${NAME}=${value}`;

/** Value of X-Requested-With in requests of the console. */
const CONSOLE = 'holdfast-console';

/**
 * Returns whether the request comes from the console. Image and download requests cannot have an X-Requested-With
 * header, so their Referer is checked.
 */
export function isFromConsole(request: Pick<Request, 'headers' | 'host'>): boolean {
  const { headers } = request;
  if (headers['x-requested-with'] === CONSOLE) return true;
  const page = headers.referer === undefined ? null : URL.parse(headers.referer);
  return page !== null && page.host === request.host && page.pathname.includes('/console/');
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects writes from pages of other origins. `trusted` contains origins whose pages may write, such as
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
 * Stricter check for requests with a cookie, because browsers send cookies automatically. Only pages of this origin may
 * write, and the request must contain its origin. Throws ApiError 403.
 */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn =
    site === undefined ? origin !== undefined && isSameHost(origin, request.host) : site === 'same-origin';
  if (!isOwn) throw makeForeignOriginError();
}

/** Compares hosts only: behind a TLS proxy, the service does not know whether the client uses http or https. */
function isSameHost(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}

/** Values of Sec-Fetch-Dest (Fetch Metadata) for content that a browser executes or applies as part of a page. */
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
 * Rejects a request whose response a browser would execute or apply as part of a page. Responses may contain data
 * captured from other sites, and pages of this origin may run scripts from this origin. Only browsers send the header
 * Sec-Fetch-Dest. Throws ApiError 403.
 */
export function refuseExecutableUse({ headers }: Pick<Request, 'headers'>): void {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return;
  const named = [destination].flat().flatMap((text) => text.toLowerCase().split(','));
  if (named.some((one) => CODE.has(one.trim()))) throw makeDataOnlyError();
}

type CookieName = 'holdfast-session' | 'holdfast-login';

/** Returns the full cookie name, with `__Host-` for HTTPS. `request.secure` respects headers of trusted proxies. */
const formatCookieName = (name: CookieName, { secure }: Pick<Request, 'secure'>): string =>
  secure ? `__Host-${name}` : name;

/** Returns the value of a cookie, or undefined if the request has no such cookie. */
export function readCookie(
  request: Pick<Request, 'headers' | 'secure'>,
  name: CookieName,
): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const start = `${formatCookieName(name, request)}=`;
  const found = cookie.split(';').find((pair) => pair.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}

interface CookieContent {
  readonly name: CookieName;
  readonly value: string;
  readonly maxAgeMs: number;
  /** `Lax`: browsers send the cookie even if the user comes from another site, for example back from the provider. */
  readonly sameSite: 'Strict' | 'Lax';
}

/** Formats a Set-Cookie header. */
export function formatCookie(
  request: Pick<Request, 'secure'>,
  { name, value, maxAgeMs, sameSite }: CookieContent,
): string {
  const secure = request.secure ? '; Secure' : '';
  const seconds = Math.max(0, Math.floor(maxAgeMs / 1000));
  return `${formatCookieName(name, request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}
