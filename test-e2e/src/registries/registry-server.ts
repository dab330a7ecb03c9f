// Serves a plugin registry: a page with links to the JARs of a folder.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addCleanup } from '@holdfast/testkit';

/** Starts the server. Returns the URL of the page. */
export async function startRegistry(folder: string, names: readonly string[]): Promise<string> {
  const links = names.map((name) => `<a href="${name}">${name}</a>`).join(' ');
  const server = createServer(({ url = '' }, response) => {
    const isPage = url === '/r/';
    response.writeHead(200, { 'Content-Type': isPage ? 'text/html' : 'application/java-archive' });
    response.end(
      isPage ? `<html><title>Demo</title>${links}</html>` : readFileSync(join(folder, url.slice(3))),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/r/`;
}
