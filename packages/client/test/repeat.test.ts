import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ServiceError } from '../src/index.ts';
import { makeResponder, openTestClient, startTestServer, type TestServer } from './serve.ts';

describe('a call that meets a service which is not there yet', () => {
  let served: TestServer | undefined;
  afterEach(() => served?.close());
  const busy = makeResponder({ detail: 'Later.' }, 503, { 'retry-after': '0' });

  it('is repeated when it only reads and the service asks to come again', async () => {
    const others = [429, 502].map((status) => makeResponder({}, status, { 'retry-after': '0' }));
    served = await startTestServer(busy, ...others, makeResponder(['n']));
    expect(await openTestClient(served.url, { repeats: 3 }).getNamespaces()).toEqual(['n']);
    expect(served.asked).toHaveLength(4);
  });

  it('is repeated so often and no more', async () => {
    served = await startTestServer(busy);
    await expect(openTestClient(served.url, { repeats: 2 }).getNamespaces()).rejects.toMatchObject({
      status: 503,
    });
    await expect(openTestClient(served.url).getNamespaces({}, { repeats: 0 })).rejects.toMatchObject({
      status: 503,
    });
    expect(served.asked).toHaveLength(3 + 1);
  });

  it('is not repeated when the service asks for more patience than there is', async () => {
    served = await startTestServer(makeResponder({}, 503, { 'retry-after': '3600' }));
    await expect(openTestClient(served.url).getNamespaces()).rejects.toMatchObject({
      retryAfterMs: 3_600_000,
    });
    expect(served.asked).toHaveLength(1);
  });

  it('is not repeated without being asked to, nor for what is no matter of time', async () => {
    served = await startTestServer(makeResponder({}, 503), makeResponder({}, 500, { 'retry-after': '0' }));
    await expect(openTestClient(served.url).getNamespaces()).rejects.toMatchObject({ status: 503 });
    await expect(openTestClient(served.url).getNamespaces()).rejects.toMatchObject({ status: 500 });
    expect(served.asked).toHaveLength(2);
  });

  it('is not repeated when it writes and has left', async () => {
    served = await startTestServer(busy, (request) => request.destroy());
    const { updateArtifact } = openTestClient(served.url);
    const committing = () => updateArtifact({ uuid: 'u', body: { committed: true } });
    await expect(committing()).rejects.toMatchObject({ status: 503, isSent: true });
    await expect(committing()).rejects.toMatchObject({ status: undefined, isSent: true });
    expect(served.asked).toHaveLength(2);
  });

  it('is repeated after a cut connection when it only reads, while its answer is read too', async () => {
    served = await startTestServer(
      (request) => request.destroy(),
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('["half');
        setTimeout(() => response.destroy(), 20);
      },
      makeResponder(['n']),
    );
    expect(await openTestClient(served.url).getNamespaces()).toEqual(['n']);
  });

  it('is repeated whatever it is when nothing of it has left, its body untouched', async () => {
    const port = await freePort();
    let began = 0;
    async function* archive() {
      began += 1;
      yield Buffer.from('WARC');
    }
    const lines: unknown[] = [];
    const importing = (async () => {
      const { importArchive } = openTestClient(`http://127.0.0.1:${port}`, { repeats: 10 });
      for await (const status of importArchive({ auid: 'a', archive: archive() })) lines.push(status);
    })();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(began).toBe(0);
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.end('{"status":"OK"}\n'));
    }).listen(port, '127.0.0.1');
    await importing;
    server.closeAllConnections();
    await once(server.close(), 'close');
    expect({ began, lines }).toEqual({ began: 1, lines: [{ status: 'OK' }] });
  });

  it('says that nothing of it has left', async () => {
    const refused = await openTestClient(`http://127.0.0.1:${await freePort()}`, { repeats: 0 })
      .getNamespaces()
      .catch((error) => error);
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused).toMatchObject({
      message: 'GET /namespaces: nothing listens there',
      detail: 'nothing listens there',
      status: undefined,
      isSent: false,
    });
  });

  it('stops waiting when it is to stop', async () => {
    served = await startTestServer(makeResponder({}, 503, { 'retry-after': '20' }));
    const stop = new AbortController();
    const reason = new Error('enough');
    const asking = openTestClient(served.url).getNamespaces(
      {},
      { signal: stop.signal, onAnswer: () => stop.abort(reason) },
    );
    await expect(asking).rejects.toBe(reason);
  });
});

async function freePort(): Promise<number> {
  const served = await startTestServer(makeResponder({}));
  await served.close();
  return Number(new URL(served.url).port);
}
