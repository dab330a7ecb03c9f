// Refuses what a page of another web origin has a browser send: with the login that the browser keeps it would be carried
// out in its user's name. By the rules of Go's CrossOriginProtection. What is no browser sends neither header.
import type { Request } from 'express';
import { dataOnly, foreignOrigin } from '../errors/catalogue.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Throws ApiError 403. `trusted`: origins such as `https://tools.example` whose pages may write. */
export function refuseForeignOrigin(request: Request, trusted: readonly string[]): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && trusted.includes(origin)) return;
  const isOwn =
    site === undefined
      ? origin === undefined || isSameHost(origin, request.host)
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw foreignOrigin();
}

/**
 * The same of what comes with a login that browsers add by themselves: only pages of this very origin may write with it, and
 * who does not say where it comes from may not. Throws ApiError 403.
 */
export function requireOwnOrigin(request: Request): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn =
    site === undefined ? origin !== undefined && isSameHost(origin, request.host) : site === 'same-origin';
  if (!isOwn) throw foreignOrigin();
}

/** Behind a proxy that speaks TLS the service cannot know its own scheme, so the host must do. */
function isSameHost(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}

/** Values of Sec-Fetch-Dest (Fetch Metadata) for answers that a browser runs or applies as part of a page. */
const CODE = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
]);

/**
 * Refuses an answer that a browser would run or apply as part of a page: operations answer data, much of it captured elsewhere,
 * and the pages of this origin allow scripts of this origin. Throws ApiError 403. Other programs do not send the header.
 */
export function refuseAsCode({ headers }: Pick<Request, 'headers'>): void {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return;
  const named = [destination].flat().flatMap((text) => text.toLowerCase().split(','));
  if (named.some((one) => CODE.has(one.trim()))) throw dataOnly();
}
