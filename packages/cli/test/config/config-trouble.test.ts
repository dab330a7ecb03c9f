import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CommandRun, runInProcess } from '../import/import-service.ts';

// Failures that only a faulty service causes, simulated by a fake service. The tests in test-e2e use a real service.
describe('holdfast config, when something is in the way', () => {
  let folder: string;
  let server: Server | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-config-'));
  });
  afterEach(async () => {
    server?.closeAllConnections();
    if (server?.listening) await once(server.close(), 'close');
    await rm(folder, { recursive: true });
  });
  const serve = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const config = (...words: string[]): Promise<CommandRun> => runInProcess(['config', ...words]);

  it('says that nothing listens there', async () => {
    const url = await serve(() => undefined);
    await once(server!.close(), 'close');
    expect(await config('get', 'expert', '--url', url)).toEqual({
      exitCode: 3,
      output: '',
      errorOutput: `The service at ${url} cannot be reached: nothing listens there.\n`,
    });
  });

  it('says that it is another service', async () => {
    const url = await serve((_request, response) => response.writeHead(404).end('<html>'));
    const { exitCode, errorOutput } = await config('reload', '--url', url);
    expect(exitCode).toBe(3);
    expect(errorOutput).toBe('There is no configuration service at this address.\n');
  });

  it('leaves no half of a file', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const { exitCode, errorOutput } = await config(
      'get',
      'expert',
      '--output',
      join(folder, 'f'),
      '--url',
      url,
    );
    expect(exitCode).toBe(3);
    expect(errorOutput).toMatch(/^The connection broke during/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('says where it cannot write, and what it cannot read', async () => {
    const url = await serve((_request, response) => response.end('x'));
    expect(await config('get', 'expert', '-o', join(folder, 'no', 'f'), '--url', url)).toMatchObject({
      exitCode: 2,
      errorOutput: expect.stringContaining('cannot be written (ENOENT).'),
    });
    expect(await config('put', 'expert', join(folder, 'none'), '--url', url)).toMatchObject({
      exitCode: 2,
      errorOutput: expect.stringContaining('does not exist.'),
    });
  });

  it('is told of a refusal that comes before all is sent', async () => {
    const url = await serve((request, response) => {
      response.writeHead(413, { 'Content-Type': 'application/problem+json' });
      response.end('{"detail":"More than 5 bytes.","status":413}');
      // Reads the rest of the request. Closing the connection while the client still sends could lose the response.
      request.resume();
    });
    await writeFile(join(folder, 'large'), Buffer.alloc(200_000));
    const { exitCode, errorOutput } = await config('put', 'expert', join(folder, 'large'), '--url', url);
    expect({ exitCode, errorOutput }).toEqual({
      exitCode: 1,
      errorOutput: 'It is too large: More than 5 bytes.\n',
    });
  });

  it('keeps what a terminal would obey from it', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(400).end(JSON.stringify({ detail: 'a\u001b[31mb' }));
    });
    expect((await config('get', 'expert', '--url', url)).errorOutput).toBe(
      'The service rejected the request: a\\u001b[31mb\n',
    );
  });
});
