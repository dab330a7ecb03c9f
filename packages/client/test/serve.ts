// Fake service for behaviour that a real one cannot be made to show. For the tests of this package; test-e2e tests the
// real services.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientSettings, type RepositoryClient, repositoryClient } from '../src/index.ts';

export interface Served {
  readonly url: string;
  /** `GET /path?query` of each request so far. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** The nth listener handles the nth request, the last one all further requests. */
export async function serve(...listeners: RequestListener[]): Promise<Served> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    listeners[Math.min(asked.length, listeners.length) - 1]?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

export const secret = 'correct: horse, battery';

export function openTestClient(url: string, settings: Partial<ClientSettings> = {}): RepositoryClient {
  return repositoryClient({ url, user: 'admin', password: secret, ...settings });
}

/** Responds with JSON. */
export const respondWith =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
