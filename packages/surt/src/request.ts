// Computes the urlkey of requests other than GET. Replay tools append the method and the body to the query of the URL,
// so that each request has its own key.
import { makeUrlkey } from './urlkey.ts';

export interface UrlkeyRequest {
  /** Undefined for GET or if unknown. */
  readonly method: string | undefined;
  /** Body in the form of query parameters. */
  readonly body: string | undefined;
}

/** Returns the plain key of the URL for GET. See `urlkey` for the format. */
export function makeRequestUrlkey(url: string, request: UrlkeyRequest): string {
  return makeUrlkey(addRequestToUrl(url, request));
}

/**
 * Appends the request to the query of the URL and removes the fragment, which would otherwise include the request.
 * Returns the URL unchanged for GET.
 */
export function addRequestToUrl(url: string, { method, body }: UrlkeyRequest): string {
  if (method === undefined || method === 'GET') return url;
  const page = url.split('#', 1)[0]!;
  return `${page}${page.includes('?') ? '&' : '?'}__wb_method=${method}${body ? `&${body}` : ''}`;
}
