import { EventEmitter, once } from 'node:events';
import { createLog, stopOnSignals } from '@holdfast/service-kit';
import { describe, expect, it } from '@jest/globals';
import { asAdmin, collectLines, type LogLine, startService, waitFor } from '../service.ts';
import { openRawClient } from '../socket.ts';

const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\n\r\n`;

describe('shutdown', () => {
  it('stops accepting and turns readiness off, but finishes what is under way', async () => {
    const release = new EventEmitter();
    const service = await startService({
      getThing: async (_request, response) => {
        release.emit('reached');
        await once(release, 'go');
        response.end('done');
      },
    });
    const client = await openRawClient(service.port);
    const reached = once(release, 'reached');
    client.write(get('/things/box'));
    await reached;
    const stopped = service.server.shutdown({ drainTimeoutMs: 60_000 });
    expect(service.health.ready).toBe(false);
    const late = await openRawClient(service.port).catch(() => undefined);
    await (late === undefined ? undefined : new Promise((resolve) => late.socket.once('close', resolve)));
    release.emit('go');
    expect(await client.closed()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*done/);
    expect(await stopped).toEqual({ cut: 0 });
  });

  it('closes connections that only wait for another request', async () => {
    const service = await startService();
    const client = await openRawClient(service.port);
    client.write(get('/things/box'));
    await client.received((text) => text.includes('getThing'));
    expect(await service.server.shutdown({ drainTimeoutMs: 60_000 })).toEqual({ cut: 0 });
    await client.closed();
  });

  it('closes connections on which nothing was ever asked', async () => {
    const service = await startService();
    const client = await openRawClient(service.port);
    expect(await service.server.shutdown({ drainTimeoutMs: 60_000 })).toEqual({ cut: 0 });
    expect(await client.closed()).toBe('');
  });

  it('cuts what does not end in time, tells its handler, and waits for it to clean up', async () => {
    let state = 'idle';
    const service = await startService({
      getThing: async ({ signal }) => {
        state = 'working';
        await once(signal, 'abort');
        await new Promise((resolve) => setTimeout(resolve, 50));
        state = 'cleaned up';
      },
    });
    const client = await openRawClient(service.port);
    client.write(get('/things/box'));
    await waitFor(() => (state === 'working' ? true : undefined));
    expect(await service.server.shutdown({ drainTimeoutMs: 20 })).toEqual({ cut: 1 });
    expect(state).toBe('cleaned up');
    expect(await client.closed()).toBe('');
  });

  it('is the same one when asked for twice', async () => {
    const service = await startService();
    const first = service.server.shutdown();
    expect(await service.server.shutdown()).toBe(await first);
  });
});

describe('signals', () => {
  const start = (
    stop: () => Promise<unknown>,
  ): { process: EventEmitter; exits: number[]; lines: LogLine[] } => {
    const exits: number[] = [];
    const lines: LogLine[] = [];
    const process = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
    const log = createLog({ service: 'x', destination: collectLines(lines) });
    stopOnSignals({ log, stop, process: process as never });
    return { process, exits, lines };
  };

  it.each(['SIGTERM', 'SIGINT'])('%s stops the service and ends the process well', async (signal) => {
    let stops = 0;
    const { process, exits, lines } = start(async () => {
      stops += 1;
    });
    process.emit(signal, signal);
    expect(await waitFor(() => exits[0])).toBe(0);
    expect(stops).toBe(1);
    expect(lines.map(({ msg }) => msg)).toEqual(['stopping', 'stopped']);
  });

  it('are not needed when the parent process is gone', async () => {
    const { process, exits, lines } = start(async () => undefined);
    process.emit('disconnect');
    process.emit('disconnect');
    expect(await waitFor(() => exits[0])).toBe(0);
    expect(lines.map(({ why }) => why)).toEqual(['the parent process is gone', undefined]);
  });

  it('a second one ends the process at once', () => {
    const { process, exits } = start(() => new Promise(() => undefined));
    process.emit('SIGTERM', 'SIGTERM');
    expect(exits).toEqual([]);
    process.emit('SIGINT', 'SIGINT');
    expect(exits).toEqual([1]);
  });

  it('a stop that fails ends the process badly', async () => {
    const { process, exits, lines } = start(() => Promise.reject(new Error('the pool')));
    process.emit('SIGTERM', 'SIGTERM');
    expect(await waitFor(() => exits[0])).toBe(1);
    expect(lines.at(-1)).toMatchObject({ level: 'error', err: { message: 'the pool' } });
  });
});
