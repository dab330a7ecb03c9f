// Web server whose responses a test controls: it serves files, changes them, sends garbage, stops, and restarts on the
// same port.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type OriginAnswer = string | Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

export interface TestOrigin {
  readonly url: string;
  /** Responses by path. All other paths return 404. */
  readonly files: Map<string, OriginAnswer>;
  /** Requests in the format `status path`, in order. */
  readonly asked: string[];
  die(): Promise<void>;
  comeBack(): Promise<void>;
}

export async function startOrigin({ validators = true }: { validators?: boolean } = {}): Promise<TestOrigin> {
  const files = new Map<string, OriginAnswer>();
  const asked: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('finish', () => asked.push(`${response.statusCode} ${request.url}`));
    answer(files.get(request.url!), request, response, validators);
  };
  let server = await listen(listener, 0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    files,
    asked,
    async die() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async comeBack() {
      server = await listen(listener, port);
    },
  };
}

function answer(
  what: OriginAnswer | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  validators: boolean,
): void {
  if (typeof what === 'function') {
    what(request, response);
    return;
  }
  if (what === undefined) {
    response.writeHead(404).end('nothing here');
    return;
  }
  const etag = `"${createHash('md5').update(what).digest('hex')}"`;
  const known = validators && request.headers['if-none-match'] === etag;
  response.writeHead(
    known ? 304 : 200,
    validators ? { ETag: etag, 'Last-Modified': 'Mon, 06 May 2024 07:08:09 GMT' } : {},
  );
  response.end(known ? undefined : what);
}

function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
