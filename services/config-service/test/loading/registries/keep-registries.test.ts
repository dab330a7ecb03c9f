// Tests that a load waits while the repository service makes progress in storing files, and reports a problem if there
// is no progress.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type RegistryStorageDeps,
  startRegistryStorage,
} from '../../../src/loading/registries/keep-registries.ts';
import { createArtifactStore } from '../../../src/repository/artifact-store.ts';
import { type FileServer, startFileServer } from '../plugins/file-server.ts';
import { createPluginsDatabase, type PluginsDatabase } from '../plugins/plugins-database.ts';

const PATIENCE_MS = 2_000;

let db: PluginsDatabase;
let registry: FileServer;
let url: string;
let answer: RequestListener;
const repository = createServer((request, response) => answer(request, response));

beforeAll(async () => {
  [db, registry] = [await createPluginsDatabase(), await startFileServer()];
  const emptyZip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
  registry.files.set('/r/', { body: '<a href="a.jar">a</a>', type: 'text/html' });
  registry.files.set('/r/a.jar', { body: emptyZip, type: 'application/java-archive' });
  await db.load([`${registry.url}/r/`]);
  await new Promise<void>((resolve) => repository.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(repository.address() as AddressInfo).port}`;
});

afterAll(async () => {
  repository.closeAllConnections();
  repository.close();
  await registry.stop();
  await db.database.close();
});

interface Outcome {
  readonly logged: string[];
  readonly problem: string | null;
  readonly tookMs: number;
}

/** Runs a load with a repository service whose requests are handled by `listener`. */
async function storing(listener: RequestListener): Promise<Outcome> {
  answer = listener;
  const logged: string[] = [];
  const log = {
    info: (_: object, words: string) => logged.push(words),
    warn: ({ err }: { err: Error }, words: string) => logged.push(`${words}: ${err.message}`),
  } as unknown as RegistryStorageDeps['log'];
  const store = createArtifactStore({
    url,
    certFile: undefined,
    user: 'u',
    password: 'p',
    namespace: undefined,
    timeoutMs: 60_000,
  });
  const kept = startRegistryStorage({ database: db.database, store, log, nowMs: Date.now }, PATIENCE_MS);
  const beganMs = performance.now();
  await kept.storeNow(new AbortController().signal);
  const tookMs = performance.now() - beganMs;
  await kept.stop();
  const { rows } = await db.database.pool.query('select store_problem from registry_file order by place');
  return { logged, problem: rows[0]!.store_problem, tookMs };
}

describe('a load that has registries to store', () => {
  it.each([
    [503, 'returned status 503'],
    [401, 'does not accept the credentials'],
    [403, 'does not permit its user to'],
  ])('says that the repository service answered %d, and goes on', async (status, words) => {
    const { logged, problem } = await storing((_, response) => response.writeHead(status).end());
    expect(problem).toContain(words);
    expect(logged).toEqual([expect.stringContaining(words)]);
  });

  it('waits for none that does not answer', async () => {
    const words = 'stored nothing for 2 seconds';
    const { logged, problem, tookMs } = await storing(() => undefined);
    expect(logged).toEqual([expect.stringContaining(words)]);
    expect(problem).toContain(words);
    expect(tookMs).toBeLessThan(10_000);
  });

  it('waits longer than that for one that stores, if slowly', async () => {
    const stored: string[] = [];
    const { logged, problem, tookMs } = await storing(async (request, response) => {
      for await (const _ of request);
      await sleep(PATIENCE_MS / 5);
      const uuid = String(stored.length);
      if (request.method === 'GET') response.end('{"artifacts":[],"pageInfo":{}}');
      else if (request.method === 'PUT') response.end(String(stored.push(request.url!)));
      else response.writeHead(201).end(JSON.stringify({ uuid, uri: 'http://x.org/', version: 1 }));
    });
    expect(stored).toHaveLength(2);
    expect(problem).toBeNull();
    expect(logged).toEqual(['registries of plugins were stored in the repository service']);
    expect(tookMs).toBeGreaterThan(PATIENCE_MS);
  });
});
