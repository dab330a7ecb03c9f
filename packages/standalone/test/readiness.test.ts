import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { waitUntilReady } from '../src/readiness.ts';

describe('waiting for a service', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });
  const serve = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const wait = (url: string, stillWaiting: (reason: string) => void, signal = new AbortController().signal) =>
    waitUntilReady(url, { signal, everyMs: 5, reportEveryMs: 10, stillWaiting });

  it('lasts until it says that it is ready, and tells its reasons meanwhile', async () => {
    const reasons: string[] = [];
    const url = await serve((request, response) => {
      expect(request.url).toBe('/readyz');
      const ready = reasons.length > 1;
      response.statusCode = ready ? 200 : 503;
      const status = ready ? 'ok' : 'unavailable';
      response.end(JSON.stringify(ready ? { status } : { status, reason: 'the schema of H is being made' }));
    });
    await wait(url, (reason) => reasons.push(reason));
    expect(reasons).toEqual(['the schema of H is being made', 'the schema of H is being made']);
  });

  it('lasts until somebody listens', async () => {
    const url = await serve(() => {});
    await once(server!.close(), 'close');
    const stop = new AbortController();
    const reasons: string[] = [];
    const waiting = wait(url, (reason) => reasons.push(reason) && stop.abort(), stop.signal);
    await expect(waiting).rejects.toThrow();
    expect(reasons).toEqual(['it does not listen yet']);
  });

  it('ends when it is told to, even in the middle of a question', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort());
    await expect(wait(url, () => {}, stop.signal)).rejects.toThrow();
  });
});
