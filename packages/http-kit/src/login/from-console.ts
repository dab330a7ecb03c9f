// Whether a request is the console's: then its cookie is the only login, and a refusal must not have the browser ask for one.
import type { Request } from 'express';

/** What the console says of itself in X-Requested-With. */
const CONSOLE = 'holdfast-console';

/** Images, downloads and the like say nothing of themselves but the page that they are on. */
export function isFromConsole(request: Pick<Request, 'headers' | 'host'>): boolean {
  const { headers } = request;
  if (headers['x-requested-with'] === CONSOLE) return true;
  const page = headers.referer === undefined ? null : URL.parse(headers.referer);
  return page !== null && page.host === request.host && page.pathname.includes('/console/');
}
