// Computes the urlkey of a request with a method other than GET. As in replay tools, the method and the body are
// appended to the query of the URL, so that different requests have different keys.
import { makeUrlkey } from './urlkey.ts';

export interface UrlkeyRequest {
  /** Request method. Undefined means GET. */
  readonly method: string | undefined;
  /** Request body, converted to query parameters. */
  readonly body: string | undefined;
}

/** Returns the urlkey of a request. For GET, returns the urlkey of the URL. See `makeUrlkey` for the format. */
export function makeRequestUrlkey(url: string, request: UrlkeyRequest): string {
  return makeUrlkey(addRequestToUrl(url, request));
}

/** Removes the fragment of the URL and appends method and body to its query. Returns the URL unchanged for GET. */
export function addRequestToUrl(url: string, { method, body }: UrlkeyRequest): string {
  if (method === undefined || method === 'GET') return url;
  const page = url.split('#', 1)[0]!;
  return `${page}${page.includes('?') ? '&' : '?'}__wb_method=${method}${body ? `&${body}` : ''}`;
}
