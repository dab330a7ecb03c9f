// A web server that keeps whoever asks waiting until the test lets it answer: to stop a load in the middle of itself.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '@holdfast/testkit';

export interface HeldOrigin {
  /** By their paths; may be changed. */
  readonly files: Record<string, string>;
  urlOf(path: string): string;
  /** Requests that wait for their answers now. */
  waiting(path: string): number;
  /** Requests that ever came, and the most that waited at the same time. */
  readonly counts: { asked: number; mostAtOnce: number };
  /** Answers those that wait and those to come. */
  release(path: string): void;
  /** Requests that come from now on wait again. */
  hold(path: string): void;
}

/** At first whoever asks for one of the files waits. Closed at the end of the test file. */
export async function heldOrigin(given: Readonly<Record<string, string>>): Promise<HeldOrigin> {
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
  atEndOfFile(() => {
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
