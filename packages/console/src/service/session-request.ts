// Sends requests to /session. Imports little, because the page sends a request before the console is loaded.
import { nodeBase } from '../browser/base.ts';

/**
 * Header that identifies requests of the console. Without it, the service would send an authentication challenge, and
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
