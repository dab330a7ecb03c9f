import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { addCleanup } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { ResponseTooLongError, readResponse, sendGet } from '../../src/net/http-get.ts';

async function startServer(answer: RequestListener): Promise<URL> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/names?a=b`);
}

const options = { headers: { accept: 'text/plain' }, agent: undefined, signal: AbortSignal.timeout(5_000) };

it('sends the path, the query and the headers, and reads a body of the allowed length', async () => {
  const url = await startServer(({ url: path, headers }, response) =>
    response.end(`${path} ${headers.accept} é`),
  );
  const response = await sendGet(url, options);
  expect(response.statusCode).toBe(200);
  expect(await text(readResponse(response, 27))).toBe('/names?a=b text/plain é');
});

it('stops reading a body without end, and closes the connection', async () => {
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
  const url = await startServer((_request, response) => {
    response.on('close', onClose);
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(4_096)));
    };
    response.on('drain', send);
    send();
  });
  const reading = sendGet(url, options).then((response) => text(readResponse(response, 10_000)));
  await expect(reading).rejects.toThrow(new ResponseTooLongError('sent more than 10000 bytes'));
  await closed;
});

it('follows no redirect', async () => {
  const url = await startServer((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  );
  const response = await sendGet(url, options);
  response.destroy();
  expect(response.statusCode).toBe(302);
});

it('rejects if the server closes the connection, or the signal aborts', async () => {
  const url = await startServer((request) => request.socket.destroy());
  await expect(sendGet(url, options)).rejects.toThrow('socket hang up');
  const silent = await startServer(() => undefined);
  await expect(sendGet(silent, { ...options, signal: AbortSignal.timeout(20) })).rejects.toThrow('aborted');
});
