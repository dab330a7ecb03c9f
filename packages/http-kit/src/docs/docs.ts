// Serves the contract at /openapi.json and its documentation page at /docs. The page contains all its assets locally;
// its content security policy forbids loading any others.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Express, RequestHandler, Response } from 'express';
import type { Contract, ServiceIdentity } from '../contract/contract.ts';
import { getRequestContext } from '../http/context.ts';
import { DOCS_PAGE_SCRIPT, DOCS_PAGE_STYLE, renderDocsPage } from './page.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ASSETS: { readonly [name: string]: string } = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

export function serveDocs(app: Express, service: ServiceIdentity, contract: Contract): void {
  let json: string | undefined;
  const page = renderDocsPage(service);
  const served = (send: (response: Response) => void): RequestHandler => {
    return (request, response) => {
      getRequestContext(request).operation = 'docs';
      response.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
      send(response);
    };
  };
  app.get(
    '/openapi.json',
    served((response) => {
      json ??= JSON.stringify(contract);
      response.type('application/json').send(json);
    }),
  );
  // The page uses relative URLs for its assets, so that it works behind a path prefix.
  app.get(
    '/docs',
    served((response) => void response.type('text/html').send(page)),
  );
  app.get(
    '/docs/',
    served((response) => response.redirect(308, '../docs')),
  );
  app.get('/docs/:asset', (request, response, next) => {
    const asset = loadAsset(String(request.params.asset));
    if (asset === undefined) return next();
    served(() => void response.type(asset.type).send(asset.bytes))(request, response, next);
  });
}

const read = new Map<string, { type: string; bytes: Buffer }>([
  ['page.js', { type: 'text/javascript; charset=utf-8', bytes: Buffer.from(DOCS_PAGE_SCRIPT) }],
  ['page.css', { type: 'text/css; charset=utf-8', bytes: Buffer.from(DOCS_PAGE_STYLE) }],
]);

/** Returns an asset, and reads its file on first use. Returns undefined for files that are not assets of the page. */
function loadAsset(name: string): { type: string; bytes: Buffer } | undefined {
  const known = read.get(name);
  if (known !== undefined || !Object.hasOwn(ASSETS, name)) return known;
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const asset = { type: ASSETS[name]!, bytes: readFileSync(join(folder, name)) };
  read.set(name, asset);
  return asset;
}
