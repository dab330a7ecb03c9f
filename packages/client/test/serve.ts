// For the tests of this package: a service that does what no real one can be made to do. Not a test, and no part of the
// package; what the real services do is tried in test-e2e.
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

/** The nth listener answers the nth request, the last one all further ones. */
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

export function clientOf(url: string, settings: Partial<ClientSettings> = {}): RepositoryClient {
  return repositoryClient({ url, user: 'admin', password: secret, ...settings });
}

/** Answers JSON. */
export const says =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
