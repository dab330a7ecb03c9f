// Reads the cookie that lets a client recognize the notifications of its own changes.
import type { HttpRequest } from '@holdfast/http-kit';
import { makeCookieTooLongError } from '../errors.ts';

const MAX_COOKIE_CHARACTERS = 1_024;

/**
 * Returns the cookie, or undefined if the client sent none. Throws 400 if it is too long. The cookie is returned as
 * decoded by Node, which uses Latin-1 for header values.
 */
export function readRequestCookie({ headers }: HttpRequest): string | undefined {
  const cookie = headers['x-lockss-request-cookie'];
  if (typeof cookie !== 'string') return undefined;
  if (cookie.length > MAX_COOKIE_CHARACTERS) throw makeCookieTooLongError(MAX_COOKIE_CHARACTERS);
  return cookie;
}
