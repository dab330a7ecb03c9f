// Computes the urlkey of requests with a method other than GET. Replay tools append the method and the body to the
// query of the URL, so that each request has its own key.
import { makeUrlkey } from './urlkey.ts';

export interface UrlkeyRequest {
  /** Undefined for GET, or if the method is unknown. */
  readonly method: string | undefined;
  /** Body, converted to query parameters. */
  readonly body: string | undefined;
}

/** Returns the urlkey of a request. For GET, this is the key of the URL. See `makeUrlkey` for the format. */
export function makeRequestUrlkey(url: string, request: UrlkeyRequest): string {
  return makeUrlkey(addRequestToUrl(url, request));
}

/**
 * Appends the request to the query of the URL. Removes the fragment first, because the request would become part of it.
 * For GET, returns the URL unchanged.
 */
export function addRequestToUrl(url: string, { method, body }: UrlkeyRequest): string {
  if (method === undefined || method === 'GET') return url;
  const page = url.split('#', 1)[0]!;
  return `${page}${page.includes('?') ? '&' : '?'}__wb_method=${method}${body ? `&${body}` : ''}`;
}
