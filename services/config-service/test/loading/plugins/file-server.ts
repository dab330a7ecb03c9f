// Web server with files in memory. It supports ETags, and tests can make it fail.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedFile {
  readonly body?: string | Buffer;
  readonly type?: string;
  readonly etag?: string;
  readonly status?: number;
  readonly location?: string;
  /** If true, the response repeats the body endlessly. */
  readonly endless?: boolean;
}

export interface FileServer {
  readonly url: string;
  readonly files: Map<string, ServedFile>;
  /** Responses in the format `STATUS path`, in order. */
  readonly log: string[];
  stop(): Promise<void>;
}

export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, ServedFile>();
  const log: string[] = [];
  const server = createServer((request, response) => {
    answer(files.get(request.url!), request, response);
    log.push(`${response.statusCode} ${request.url}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    log,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answer(file: ServedFile | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (file === undefined) {
    response.writeHead(404).end('not here');
  } else if (file.etag !== undefined && request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end();
  } else {
    const { type = 'application/octet-stream', etag, location, status = 200 } = file;
    response.writeHead(status, {
      'content-type': type,
      ...(etag && { etag }),
      ...(location && { location }),
    });
    if (file.endless === true) pour(response);
    else response.end(file.body);
  }
}

function pour(response: ServerResponse): void {
  const nothing = Buffer.alloc(1024 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(nothing));
  };
  response.on('drain', more);
  more();
}
