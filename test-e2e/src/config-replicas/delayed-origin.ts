// Web server that withholds its responses until the test releases them, so that a test can pause a configuration load
// halfway.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup } from '@holdfast/testkit';

export interface DelayedOrigin {
  /** File contents by path. Tests may change them. */
  readonly files: Record<string, string>;
  urlOf(path: string): string;
  /** Returns the number of pending requests for the path. */
  waiting(path: string): number;
  /** Total number of requests, and maximum number of simultaneously pending requests. */
  readonly counts: { asked: number; mostAtOnce: number };
  /** Sends the withheld responses for the path, and answers later requests immediately. */
  release(path: string): void;
  /** Withholds the responses to later requests for the path. */
  hold(path: string): void;
}

/** Starts the server, with all responses withheld. The server closes at the end of the test file. */
export async function startDelayedOrigin(given: Readonly<Record<string, string>>): Promise<DelayedOrigin> {
  const files = { ...given };
  const held = new Map(Object.keys(files).map((path) => [path, new Set<ServerResponse>()]));
  const open = new Set<string>();
  const counts = { asked: 0, mostAtOnce: 0 };
  const server = createServer((request, response) => {
    const path = request.url!;
    const waiting = held.get(path);
    if (waiting === undefined) return void response.writeHead(404).end();
    counts.asked += 1;
    if (open.has(path)) return void response.end(files[path]);
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
    const all = [...held.values()].reduce((sum, { size }) => sum + size, 0);
    counts.mostAtOnce = Math.max(counts.mostAtOnce, all);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  addCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    files,
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    waiting: (path) => held.get(path)!.size,
    counts,
    hold: (path) => void open.delete(path),
    release(path) {
      open.add(path);
      for (const response of held.get(path)!) response.end(files[path]);
    },
  };
}
