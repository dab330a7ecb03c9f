// Request of the session. Imports as little as possible, because the page sends it before the console is loaded.
import { nodeBase } from '../browser/base.ts';

/**
 * Header that identifies requests of the console. The service then sends no authentication challenge, for which
 * browsers would open their login window.
 */
export const CONSOLE_HEADERS = { 'X-Requested-With': 'holdfast-console' };

/** Requests, creates or ends the session. */
export function fetchSession(method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<Response> {
  return fetch(new URL('session', nodeBase), {
    method,
    headers: { ...CONSOLE_HEADERS, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
