// The urlkey of a request that is not GET: replay tools write its method and its body into the query of its URL, so that
// requests for one URL have keys of their own.
import { urlkey } from './urlkey.ts';

export interface RequestForKey {
  /** Undefined: GET, or not known. */
  readonly method: string | undefined;
  /** The body, written as the parameters of a query. */
  readonly body: string | undefined;
}

/** The plain key of the URL for GET. Shapes and guarantees are those of `urlkey`. */
export function urlkeyOfRequest(url: string, request: RequestForKey): string {
  return urlkey(withRequest(url, request));
}

/**
 * The URL with the request written into its query, and without its fragment, which would take the request along when the
 * key is made; the URL itself for GET.
 */
export function withRequest(url: string, { method, body }: RequestForKey): string {
  if (method === undefined || method === 'GET') return url;
  const page = url.split('#', 1)[0]!;
  return `${page}${page.includes('?') ? '&' : '?'}__wb_method=${method}${body ? `&${body}` : ''}`;
}
