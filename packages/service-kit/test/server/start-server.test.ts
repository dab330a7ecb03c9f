// Binds servers to all addresses, with and without IPv6.
import { createServer, type Server } from 'node:http';
import { addCleanup } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { startServer } from '../../src/server/start-server.ts';

function makeServer(): Server {
  const server = createServer((_request, response) => response.end('here'));
  addCleanup(() => new Promise((resolve) => server.close(resolve)));
  return server;
}

/** Makes the server fail to bind to `::`, as on a machine without IPv6. */
function disableIpv6(server: Server, code: string): Server {
  const listen = server.listen.bind(server) as (...words: unknown[]) => Server;
  server.listen = (port: unknown, host: unknown, ...rest: unknown[]) => {
    if (host !== '::') return listen(port, host, ...rest);
    process.nextTick(() => server.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
    return server;
  };
  return server;
}

describe('a server on ::', () => {
  it('serves IPv4', async () => {
    const { port } = await startServer(makeServer(), { host: '::', port: 0 });
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
  });

  it.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])('serves IPv4 without IPv6 (%s)', async (code) => {
    const { port } = await startServer(disableIpv6(makeServer(), code), { host: '::', port: 0 });
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
  });

  it('reports a port that is in use', async () => {
    const { port } = await startServer(makeServer(), { host: '::', port: 0 });
    await expect(startServer(makeServer(), { host: '::', port })).rejects.toThrow(
      `cannot listen on :: port ${port}: another program is using it`,
    );
  });
});
