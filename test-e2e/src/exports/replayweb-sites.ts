// Two web sites with different origins. One serves ReplayWeb.page's scripts and a page that embeds ReplayWeb.page. The
// other is a proxy that adds the repository's login to each request, as the proxy in docs/replay.md does.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addCleanup, type TestRepositoryClient } from '@holdfast/testkit';

/**
 * Starts the site with the scripts and returns its origin. `page` returns the HTML of `/`, which contains the proxy's
 * origin.
 */
export async function startScriptSite(folder: string, page: () => string): Promise<string> {
  return startListening(
    createServer(async ({ url = '/' }, response) => {
      const { pathname } = new URL(url, 'http://x');
      const name = /^\/(?:replay\/)?(ui|sw)\.js$/.exec(pathname)?.[1];
      if (name === undefined && pathname !== '/') return void response.writeHead(404).end();
      if (name === undefined) return void response.setHeader('Content-Type', 'text/html').end(page());
      response.setHeader('Content-Type', 'text/javascript').end(await readFile(join(folder, `${name}.js`)));
    }),
  );
}

export interface LoginSite {
  readonly origin: string;
  /** Method, status and body length of each response. */
  readonly answers: { readonly method: string; readonly status: number; readonly bytes: number }[];
}

export async function startLoginSite(client: () => TestRepositoryClient): Promise<LoginSite> {
  const answers: LoginSite['answers'][number][] = [];
  const server = createServer((asked, response) => {
    const { url, authorization } = client();
    const { method = 'GET' } = asked;
    const headers = { ...asked.headers, ...(method !== 'OPTIONS' && { authorization }) };
    const passedOn = request(`${url}${asked.url}`, { method, headers }, (answer) => {
      const { statusCode: status = 0 } = answer;
      answers.push({ method, status, bytes: Number(answer.headers['content-length'] ?? 0) });
      response.writeHead(status, answer.headers);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    response.on('close', () => passedOn.destroy());
    asked.pipe(passedOn);
  });
  return { origin: await startListening(server), answers };
}

async function startListening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(() => server.closeAllConnections());
  addCleanup(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
