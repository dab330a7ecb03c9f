// The cookie by which a client knows its own change among the notifications.
import type { HttpRequest } from '@holdfast/http-kit';
import { cookieTooLong } from '../errors.ts';

const MAX_COOKIE_CHARACTERS = 1_024;

/**
 * Undefined where none is sent. Throws 400. Header values arrive as Latin-1, whatever the client meant by the bytes: the
 * cookie is passed on as it came.
 */
export function requestCookie({ headers }: HttpRequest): string | undefined {
  const cookie = headers['x-lockss-request-cookie'];
  if (typeof cookie !== 'string') return undefined;
  if (cookie.length > MAX_COOKIE_CHARACTERS) throw cookieTooLong(MAX_COOKIE_CHARACTERS);
  return cookie;
}
