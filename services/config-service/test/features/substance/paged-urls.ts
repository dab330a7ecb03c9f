// Server that responds like the repository service, with pages of URLs. Tests can make it wait or disconnect at any
// page. The end-to-end tests use the real service.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PagedUrls {
  readonly url: string;
  /** Returns the number of pages requested since the last call of `serves`. */
  asked(): number;
  /**
   * Sets the pages to send. `before` is called with the page number before each page is sent; if it throws, the
   * connection is closed.
   */
  serves(pages: readonly (readonly string[])[], before?: (page: number) => unknown): void;
  stop(): Promise<void>;
}

export async function servePagedUrls(): Promise<PagedUrls> {
  let pages: readonly (readonly string[])[] = [];
  let before: (page: number) => unknown = () => undefined;
  let asked = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    if (url.pathname.endsWith('/size')) return answerSize(response);
    const page = Number(url.searchParams.get('continuationToken') ?? 0);
    asked++;
    try {
      await before(page);
    } catch {
      return request.destroy();
    }
    const artifacts = (pages[page] ?? []).map((uri) => ({ uri }));
    const continuationToken = page + 1 < pages.length ? String(page + 1) : undefined;
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ artifacts, pageInfo: { continuationToken } }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    serves(all, waits = () => undefined) {
      [pages, before, asked] = [all, waits, 0];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerSize(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ totalLatestVersions: 12, totalAllVersions: 15, totalWarcSize: 7 }));
}
