// A door in front of a service, through which requests pass with their bodies as they are, and that tells the test of each
// before it does.
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '@holdfast/testkit';

export interface Gate {
  readonly url: string;
  /** Awaited before a request passes; where `false` comes of it, the connection is cut instead. */
  before(work: (path: string, method: string) => unknown): void;
}

export async function gateTo(target: string): Promise<Gate> {
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
  atEndOfFile(() => {
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
