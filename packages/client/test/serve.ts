// Test helper: a fake service, for behaviour that a real service never shows. test-e2e tests the real services.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientSettings, createRepositoryClient, type RepositoryClient } from '../src/index.ts';

export interface TestServer {
  readonly url: string;
  /** Received requests so far, each as `GET /path?query`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts the service. Each listener handles one request, in order. The last listener also handles all later requests.
 */
export async function startTestServer(...listeners: RequestListener[]): Promise<TestServer> {
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

export const TEST_PASSWORD = 'correct: horse, battery';

export function openTestClient(url: string, settings: Partial<ClientSettings> = {}): RepositoryClient {
  return createRepositoryClient({ url, user: 'admin', password: TEST_PASSWORD, ...settings });
}

/** Responds with JSON. */
export const makeResponder =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
