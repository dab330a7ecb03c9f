// Test helper: runs the whole service in this process, with a new database and store, and listens on a real socket.
import { join } from 'node:path';
import { createLog } from '@holdfast/service-kit';
import {
  addCleanup,
  createTemporaryFolder,
  findFreePort,
  TestRepositoryClient,
  withCheapLogin,
} from '@holdfast/testkit';
import { parseServiceSettings } from '../src/env.ts';
import { startRepositoryService } from '../src/wiring.ts';
import { createIndexDatabaseUrl } from './index-database.ts';

export interface TestService {
  client: TestRepositoryClient;
  /** Folder of the `fs` object store. */
  storeFolder: string;
  spoolFolder: string;
  databaseUrl: string;
}

const password = 'pass:word';

/**
 * Starts the service and resolves when it is ready. Stops the service at the end of the test file. `pollEveryMs`:
 * interval of the service's polls and live figures, for tests that wait for them.
 */
export async function startTestService(
  env: Record<string, string> = {},
  pollEveryMs?: number,
): Promise<TestService> {
  const [databaseUrl, folder] = [await createIndexDatabaseUrl(), await createTemporaryFolder()];
  const [storeFolder, spoolFolder] = [join(folder, 'store'), join(folder, 'spool')];
  const settings = parseServiceSettings({
    REPOSITORY_PORT: '0',
    REPOSITORY_METRICS_PORT: '0',
    DATABASE_URL: databaseUrl,
    OBJECT_STORE: `fs:${storeFolder}`,
    SPOOL_DIR: spoolFolder,
    ADMIN_PASSWORD: password,
    AUDIT_LOG: 'off',
    DRAIN_TIMEOUT: '500ms',
    CODEC_THREADS: '1',
    URL_SEARCH: 'off',
    ...env,
  });
  const log = createLog({ service: 'test', level: 'silent' });
  const own = Object.assign(withCheapLogin(settings), { pollEveryMs });
  const service = await startRepositoryService(own, log);
  addCleanup(() => service.stop());
  const client = new TestRepositoryClient(service.url, { user: 'admin', password });
  await ready(client);
  return { client, storeFolder, spoolFolder, databaseUrl };
}

async function ready(client: TestRepositoryClient): Promise<void> {
  for (;;) {
    const { ready: isReady } = await client.json<{ ready: boolean }>('/status');
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/**
 * Starts the service without a reachable PostgreSQL, so that it listens but never becomes ready. Stops it at the end of
 * the test file.
 */
export async function startServiceWithoutIndex(): Promise<TestRepositoryClient> {
  const folder = await createTemporaryFolder();
  const settings = parseServiceSettings({
    REPOSITORY_PORT: '0',
    REPOSITORY_METRICS_PORT: '0',
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await findFreePort()}/none`,
    OBJECT_STORE: `fs:${join(folder, 'store')}`,
    SPOOL_DIR: join(folder, 'spool'),
    ADMIN_PASSWORD: 'xxxxxxxx',
    AUDIT_LOG: 'off',
    CODEC_THREADS: '1',
    URL_SEARCH: 'off',
  });
  const log = createLog({ service: 'test', level: 'silent' });
  const service = await startRepositoryService(withCheapLogin(settings), log);
  addCleanup(() => service.stop());
  return new TestRepositoryClient(service.url, { user: 'admin', password: 'xxxxxxxx' });
}
