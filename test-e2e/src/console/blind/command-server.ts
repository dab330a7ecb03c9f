// HTTP server on the loopback interface that executes a reader's commands one after another.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup } from '@holdfast/testkit';
import { COMMAND_HELP } from './command.ts';

export interface CommandServer {
  readonly url: string;
  /** Resolves after the command `end`. */
  readonly ended: Promise<void>;
}

const MAX_BODY_BYTES = 16_384;

/** Starts the server, which runs until the end of the drill. `execute` must not reject. */
export async function startCommandServer(
  port: number,
  execute: (line: string) => Promise<unknown>,
): Promise<CommandServer> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let last: Promise<unknown> = Promise.resolve();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Refuses requests that another web site sends through a browser on this machine.
    if (!isLocal(request.headers.host) || request.headers.origin !== undefined)
      return void response.writeHead(403).end();
    if (request.method !== 'POST') return void response.end(COMMAND_HELP);
    const line = await readLine(request);
    if (line === undefined) return void response.writeHead(413, { connection: 'close' }).end();
    const result = last.then(() => execute(line));
    last = result;
    response.setHeader('content-type', 'application/json');
    response.end(`${JSON.stringify(await result, undefined, 1)}\n`);
    if (line.trim() === 'end') end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  addCleanup(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ended };
}

const isLocal = (host: string | undefined): boolean =>
  /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host ?? '');

/** Returns the body of a request. Returns undefined if the body is too long. */
async function readLine(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
