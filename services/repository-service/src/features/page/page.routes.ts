// GET /artifacts/{uuid}/page: a captured page with its styles, images and fonts, without scripts.
import { Readable } from 'node:stream';
import type { repository } from '@holdfast/api-types';
import { type OperationHandlers, sendStream } from '@holdfast/http-kit';
import { type ArtifactsDeps, requireArtifact } from '../artifacts/artifacts.ts';
import { makeNotAcceptableError } from '../errors.ts';
import type { PageRenderer } from './render-page.ts';
import { writePage } from './rendered-page.ts';

export interface PageRoutesDeps extends ArtifactsDeps {
  readonly pages: PageRenderer;
}

/**
 * Headers of a rendered page. The document has an opaque origin, runs no scripts, and loads only embedded resources. A
 * link that a user clicks may open in the window of the console.
 */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; " +
    "img-src data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Cache-Control': 'private, no-store',
};

export function createPageRoutes(deps: PageRoutesDeps) {
  return {
    getArtifactPage: async ({ params, query, user, signal, log, raw }, response) => {
      const type = raw.accepts(['text/html', 'application/json']);
      if (!type) throw makeNotAcceptableError(['text/html', 'application/json']);
      const artifact = await requireArtifact(deps, params.uuid, query.namespace);
      const page = await deps.pages.render(deps, {
        ...{ artifact, signal, log },
        ...{ links: query.links, user: user?.name },
      });
      if (type === 'application/json') {
        response.setHeader('Cache-Control', PAGE_HEADERS['Cache-Control']);
        response.vary('Accept').json(page.report);
        return;
      }
      for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
      response.vary('Accept');
      await sendStream(response, Readable.from(writePage(page)), { signal });
    },
  } satisfies OperationHandlers<repository.operations>;
}
