// A proxy in front of a service that forwards requests unchanged, but calls the test before each of them.
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup } from '@holdfast/testkit';

export interface GatedProxy {
  readonly url: string;
  /**
   * Sets a function that the proxy calls and awaits before it forwards a request. If its result is `false`, the proxy
   * closes the connection instead.
   */
  before(work: (path: string, method: string) => unknown): void;
}

export async function openGatedProxy(target: string): Promise<GatedProxy> {
  let before: (path: string, method: string) => unknown = () => undefined;
  const server = createServer(async (request, response) => {
    const { method = 'GET', headers, url = '/' } = request;
    if ((await before(url, method)) === false) {
      request.socket.destroy();
      return;
    }
    const passed = httpRequest(`${target}${url}`, { method, headers, agent: false });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  addCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    before: (work) => {
      before = work;
    },
  };
}
