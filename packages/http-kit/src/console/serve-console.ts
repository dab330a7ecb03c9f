// Serves the console without authentication: a static page and its assets. The page gets its data from API operations,
// which require a login. Every path below /console/ that is not an asset returns the page; the page routes paths
// itself.
import type { Express, Request, Response } from 'express';
import { makeUnknownPathError } from '../errors/catalogue.ts';
import { getRequestContext } from '../http/context.ts';
import type { ConsoleSite, SiteFile } from './site.ts';

const PREFIX = '/console/';
/** Cache-Control of assets. Assets can be cached forever, because their names contain a digest of their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the paths below /console/. Redirects `/` to the console if the client prefers HTML, as browsers do. Passes on
 * all other requests.
 */
export function serveConsole(app: Express, openSite: () => ConsoleSite): void {
  app.use((request, response, next) => {
    const { path, method } = request;
    const isRoot = path === '/' && prefersPage(request);
    const isConsole = path === '/console' || path.startsWith(PREFIX);
    if ((method !== 'GET' && method !== 'HEAD') || !(isRoot || isConsole)) return next();
    getRequestContext(request).operation = 'console';
    if (!path.startsWith(PREFIX)) return redirectToConsole(response);
    const site = openSite();
    const within = path.slice(PREFIX.length);
    const file = site.file(within);
    if (file !== undefined) return sendFile(request, response, file, within.startsWith('assets/'));
    if (within.startsWith('assets/')) return next(makeUnknownPathError());
    sendPage(response, site.page(computeBasePath(within)));
  });
}

/** Returns whether the client prefers HTML to JSON. A client that accepts any type gets JSON. */
function prefersPage(request: Request): boolean {
  return request.accepts(['application/json', 'text/html']) === 'text/html';
}

/** Redirects to the console. The location is relative, so that it works behind a path prefix. */
function redirectToConsole(response: Response): void {
  response.vary('Accept').set('Cache-Control', 'no-store').redirect('console/');
}

function sendFile(request: Request, response: Response, file: SiteFile, isAsset: boolean): void {
  const encoding = file.encodings.find((one) => request.acceptsEncodings(one) === one);
  if (file.encodings.length > 0) response.vary('Accept-Encoding');
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.set({ 'Cache-Control': isAsset ? FOR_EVER : 'no-cache', 'Content-Type': file.type });
  response.send(file.bytes(encoding));
}

function sendPage(response: Response, page: string): void {
  response.set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': POLICY,
    'Content-Type': 'text/html; charset=utf-8',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Lets browsers send a Referer to the same origin. Image and download requests cannot have the console's
    // X-Requested-With header, so the service recognizes them by their Referer.
    'Referrer-Policy': 'same-origin',
  });
  response.send(page);
}

/** Returns the relative path from an address below /console/ to the root of the console. */
function computeBasePath(path: string): string {
  return '../'.repeat(path.split('/').length - 1) || './';
}
