// Computes the urlkey of requests with a method other than GET. Like replay tools, appends the method and the body to
// the query of the URL, so that each request has a different key.
import { makeUrlkey } from './urlkey.ts';

export interface UrlkeyRequest {
  /** Request method. Undefined is treated as GET. */
  readonly method: string | undefined;
  /** Request body, converted to query parameters. */
  readonly body: string | undefined;
}

/** Returns the urlkey of a request. For GET, returns the urlkey of the URL. See `makeUrlkey` for the format. */
export function makeRequestUrlkey(url: string, request: UrlkeyRequest): string {
  return makeUrlkey(addRequestToUrl(url, request));
}

/** Appends method and body to the query of the URL, after removing the fragment. For GET, returns the URL unchanged. */
export function addRequestToUrl(url: string, { method, body }: UrlkeyRequest): string {
  if (method === undefined || method === 'GET') return url;
  const page = url.split('#', 1)[0]!;
  return `${page}${page.includes('?') ? '&' : '?'}__wb_method=${method}${body ? `&${body}` : ''}`;
}
