// Reads and writes the cookies of the console: the session, and the state of a login through an OpenID Connect provider.
// Scripts cannot read these cookies.
import type { Request } from 'express';

type CookieName = 'holdfast-session' | 'holdfast-login';

/** Returns the full cookie name, with `__Host-` for HTTPS. `request.secure` respects headers of trusted proxies. */
const fullName = (name: CookieName, { secure }: Pick<Request, 'secure'>): string =>
  secure ? `__Host-${name}` : name;

/** Returns the value of a cookie, or undefined if the request has no such cookie. */
export function readCookie(
  request: Pick<Request, 'headers' | 'secure'>,
  name: CookieName,
): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const start = `${fullName(name, request)}=`;
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
  return `${fullName(name, request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}
