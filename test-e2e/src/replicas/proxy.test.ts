// Tests the proxy in front of the replicas and the client that follows Retry-After.
import { once } from 'node:events';
import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { addCleanup, findFreePort } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { createPatientClient } from './patient-client.ts';
import { type FrontProxy, startProxy, type Upstream } from './proxy.ts';

async function startUpstream(name: string, answer: RequestListener): Promise<Upstream> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return { name, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function proxyTo(...upstreams: Upstream[]): Promise<FrontProxy> {
  const proxy = await startProxy();
  for (const one of upstreams) proxy.add(one);
  return proxy;
}

const startNamedUpstream = (name: string) => startUpstream(name, (_request, response) => response.end(name));

async function requestTexts(proxy: FrontProxy, times: number): Promise<string[]> {
  const client = createPatientClient(proxy.url, 0);
  const texts: string[] = [];
  for (let i = 0; i < times; i++) texts.push((await client.ask({ method: 'GET', path: '/' })).text);
  return texts;
}

it('takes the replicas in turn, and none that was taken off the list', async () => {
  const [a, b] = [await startNamedUpstream('a'), await startNamedUpstream('b')];
  const proxy = await proxyTo(a, b);
  expect((await requestTexts(proxy, 4)).sort()).toEqual(['a', 'a', 'b', 'b']);
  proxy.remove(a);
  expect(await requestTexts(proxy, 3)).toEqual(['b', 'b', 'b']);
});

it('offers a request to another replica when the first takes no connection', async () => {
  const gone = { name: 'gone', url: `http://127.0.0.1:${await findFreePort()}` };
  expect(await requestTexts(await proxyTo(gone, await startNamedUpstream('b')), 4)).toEqual([
    'b',
    'b',
    'b',
    'b',
  ]);
});

it('tells clients to come again when there is no replica', async () => {
  const answer = await createPatientClient((await proxyTo()).url, 0).ask({ method: 'GET', path: '/' });
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
});

it('offers a request that was cut to nobody else', async () => {
  let requests = 0;
  const cuts = () =>
    startUpstream('cuts', (request) => {
      requests += 1;
      request.socket.destroy();
    });
  const proxy = await proxyTo(await cuts(), await cuts());
  const body = Buffer.from('a body');
  const answer = await createPatientClient(proxy.url, 10_000).ask({ method: 'POST', path: '/', body });
  expect([answer.status, answer.headers['x-proxy'] !== undefined, requests]).toEqual([502, true, 1]);
});

it('cuts an answer that was cut', async () => {
  const proxy = await proxyTo(
    await startUpstream('cuts', (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('only this', () => response.destroy());
    }),
  );
  await expect(createPatientClient(proxy.url, 10_000).ask({ method: 'GET', path: '/' })).rejects.toThrow(
    'aborted',
  );
});

it('passes an answer on while the request is still coming', async () => {
  const proxy = await proxyTo(await startUpstream('echo', (request, response) => request.pipe(response)));
  const request = httpRequest(proxy.url, { method: 'POST' });
  request.write('first');
  const [response] = await once(request, 'response');
  const [chunk] = await once(response, 'data');
  expect(String(chunk)).toBe('first');
  const rest = buffer(response);
  request.end('second');
  expect((await rest).toString()).toBe('second');
});

it('gets a request again only from a client that got Retry-After', async () => {
  let requests = 0;
  const busy = await startUpstream('busy', (_request, response) => {
    requests += 1;
    if (requests < 3) response.writeHead(503, { 'retry-after': '0' }).end();
    else response.writeHead(502).end();
  });
  const client = createPatientClient((await proxyTo(busy)).url, 10_000);
  expect((await client.ask({ method: 'GET', path: '/' })).status).toBe(502);
  expect([requests, client.waits()]).toEqual([3, 2]);
});
