import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import {
  disconnectIdleClients,
  RateMeter,
  watchConnections,
  watchForSlowClient,
} from '../../src/server/connections.ts';
import { asAdmin, type ShellTestService, startService, waitFor } from '../service.ts';
import { openRawClient } from '../socket.ts';

describe('a client that falls silent', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    const upload = async ({ raw }: { raw: AsyncIterable<Buffer> }): Promise<void> => {
      for await (const _chunk of raw);
    };
    const limits = { idleTimeoutMs: 500, headersTimeoutMs: 300 };
    service = await startService({ upload }, { bodyTimeoutMs: 300 }, limits);
  });
  afterAll(() => service.stop());

  const post = (...headers: string[]): string =>
    ['POST /stream HTTP/1.1', 'Host: x', `Authorization: ${asAdmin.authorization}`, ...headers, '', ''].join(
      '\r\n',
    );

  it('in the middle of an upload is cut off', async () => {
    const client = await openRawClient(service.port);
    client.write(`${post('Content-Type: application/octet-stream', 'Content-Length: 100')}half`);
    expect(await client.closed()).toBe('');
    expect(await service.line(({ operation }) => operation === 'upload')).toMatchObject({
      aborted: 'request',
    });
  });

  it('in the middle of a JSON body is told so', async () => {
    const client = await openRawClient(service.port);
    const head = post('Content-Type: application/json', 'Content-Length: 100').replace(
      '/stream',
      '/things/box',
    );
    client.write(`${head.replace('POST', 'PUT')}{"size"`);
    const text = await client.received((received) => received.includes('\r\n\r\n{'));
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    client.socket.destroy();
  });

  it('in the middle of its headers is not waited for', async () => {
    const client = await openRawClient(service.port);
    client.write('POST /stream HTTP/1.1\r\nHost: x\r\n');
    const text = await client.closed();
    expect(['', 'HTTP/1.1 408']).toContain(text.slice(0, 12));
  });
});

// These tests trigger the idle timeout themselves instead of waiting for it.
describe('an idle connection', () => {
  let socket: Socket;
  let response: ServerResponse | undefined;
  let received = '';
  const server = createServer((request, answer) => {
    response = answer;
    request.on('data', (chunk) => {
      received += chunk;
    });
  });
  disconnectIdleClients(server, watchConnections(server), 3_600_000);
  server.on('connection', (connection) => {
    socket = connection;
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  const sending = async (text: string): Promise<Awaited<ReturnType<typeof openRawClient>>> => {
    response = undefined;
    received = '';
    const client = await openRawClient((server.address() as AddressInfo).port);
    client.write(text);
    await waitFor(() => response);
    return client;
  };
  const idle = (): boolean => {
    socket.emit('timeout');
    return socket.destroyed;
  };

  it('is kept while the handler thinks, and closed once it only waits for another request', async () => {
    const client = await sending('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(idle()).toBe(false);
    response!.end('thought');
    await client.received((text) => text.includes('thought'));
    await waitFor(() => response!.closed || undefined);
    expect(idle()).toBe(true);
  });

  it('is cut when the rest of the request does not come', async () => {
    await sending('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    await waitFor(() => received === 'half' || undefined);
    expect(idle()).toBe(true);
  });

  it('is kept when what came of the request waits for the handler', async () => {
    const client = await sending('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
    response!.req.pause();
    client.write('x'.repeat(50_000));
    await waitFor(() => response!.req.readableLength > 0 || undefined);
    expect(idle()).toBe(false);
    client.socket.destroy();
  });

  it('is cut when the answer is not taken', async () => {
    const client = await sending('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    client.socket.pause();
    response!.write(Buffer.alloc(20_000_000));
    expect(idle()).toBe(true);
  });
});

describe('the pace of a client', () => {
  const least = { bytes: 100, windowMs: 1_000 };

  it('is too slow when it moves less than the least in a window of its turn', () => {
    const pace = new RateMeter(least);
    const looks: [atMs: number, isTurn: boolean, bytes: number][] = [
      [0, true, 0],
      [999, true, 10],
      [1_000, true, 100],
      [1_999, true, 150],
      [2_000, true, 199],
    ];
    expect(looks.map((look) => pace.isTooSlow(...look))).toEqual([false, false, false, false, true]);
  });

  it('is not judged by the time that the service takes', () => {
    const pace = new RateMeter(least);
    const looks: [atMs: number, isTurn: boolean, bytes: number][] = [
      [0, true, 0],
      [900, false, 0],
      [1_100, true, 0],
      [2_000, true, 1],
      [2_100, true, 1],
    ];
    expect(looks.map((look) => pace.isTooSlow(...look))).toEqual([false, false, false, false, true]);
  });
});

describe('a client that goes on, but slowly', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    const upload = async ({ raw }: { raw: Request }, response: Response): Promise<void> => {
      const stopped = new Promise((resolve) => watchForSlowClient(raw, () => resolve('stopped')));
      raw.resume();
      response.json(await stopped);
    };
    const download = async (_request: unknown, response: Response): Promise<void> => {
      response.type('application/octet-stream').send(Buffer.alloc(50_000_000));
    };
    const pace = { leastBytesPerSecond: 10_000_000, windowMs: 120 };
    service = await startService({ upload, download }, {}, { pace });
  });
  afterAll(() => service.stop());

  const head = (request: string): string =>
    `${request} HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\n`;

  it('is answered by the handler that reads what it sends', async () => {
    const client = await openRawClient(service.port);
    const type = 'Content-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\n';
    client.write(head('POST /stream') + type);
    const trickle = setInterval(() => client.write('x'), 20);
    expect(await client.received((text) => text.includes('stopped'))).toContain('200 OK');
    clearInterval(trickle);
    client.socket.destroy();
  });

  it('is cut off when nobody else ends it, and when it takes its answer', async () => {
    const sender = await openRawClient(service.port);
    sender.write(
      `${head('PUT /things/box')}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`,
    );
    await sender.closed();
    const taker = await openRawClient(service.port);
    taker.write(`${head('GET /stream')}\r\n`);
    taker.socket.pause();
    await service.line(({ operation, aborted }) => operation === 'download' && aborted === 'response');
    taker.socket.destroy();
  });
});
