// Reads the cookie that lets a client recognize its own change among the notifications.
import type { HttpRequest } from '@holdfast/http-kit';
import { makeCookieTooLongError } from '../errors.ts';

const MAX_COOKIE_CHARACTERS = 1_024;

/**
 * Returns undefined if the client sent none. Throws 400 if it is too long. Header values arrive as Latin-1 and are
 * passed on unchanged.
 */
export function readRequestCookie({ headers }: HttpRequest): string | undefined {
  const cookie = headers['x-lockss-request-cookie'];
  if (typeof cookie !== 'string') return undefined;
  if (cookie.length > MAX_COOKIE_CHARACTERS) throw makeCookieTooLongError(MAX_COOKIE_CHARACTERS);
  return cookie;
}
