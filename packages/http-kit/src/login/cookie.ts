// The cookie that holds a session. Over TLS its name has a prefix by which browsers take it from this very host alone.
import type { Request } from 'express';

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
