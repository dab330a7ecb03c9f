// A door in front of a service that lets requests through with their bodies, unless the test says otherwise.
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '@holdfast/testkit';

export interface Gate {
  readonly url: string;
  /** Cuts the connections of those that `refuses` says. */
  refuse(refuses: (method: string) => boolean): void;
}

export async function gateTo(target: string): Promise<Gate> {
  let refuses: (method: string) => boolean = () => false;
  const server = createServer((request, response) => {
    const { method = 'GET', headers, url } = request;
    if (refuses(method)) return request.destroy();
    const passed = httpRequest(`${target}${url}`, { method, headers, agent: false });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => request.destroy());
    return request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (work) => {
      refuses = work;
    },
  };
}
