// Test helper: creates two histories of one index. Copies a database and uses the original and the copy with one store,
// as after a restore to an earlier state.
import { cp } from 'node:fs/promises';
import { openDatabase } from '@holdfast/pg-kit';
import {
  addCleanup,
  createTemporaryFolder,
  createTestDatabase,
  makeResponseRecord,
  makeWarc,
  type TestDatabase,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { send } from '../../send.ts';
import { makeServiceSettings, startService } from '../rebuild/rebuilt.ts';

/** Copies a database. The original must have no open connections. */
export async function copyDatabase({ name }: TestDatabase): Promise<TestDatabase> {
  const copy = await createTestDatabase();
  await copy.drop();
  await onServer(copy.url, async (ask) => {
    await ask(`create database ${copy.name} template ${name}`);
  });
  return copy;
}

/**
 * Replaces a database with another one under the same name while clients are connected, as a restore or a failover
 * does.
 */
export async function swapDatabases(one: TestDatabase, other: TestDatabase): Promise<void> {
  await onServer(one.url, async (ask) => {
    // Clients reconnect immediately after their sessions are terminated.
    for (let tries = 0; ; tries++) {
      try {
        await ask(`alter database ${one.name} allow_connections false`);
        await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${one.name}'`);
        await ask(`alter database ${one.name} rename to swapped_${one.name}`);
        break;
      } catch (error) {
        if (tries === 100) throw error;
      }
    }
    await ask(`alter database ${other.name} rename to ${one.name}`);
    await ask(`alter database swapped_${one.name} rename to ${other.name}`);
    await ask(`alter database ${other.name} allow_connections true`);
  });
}

async function onServer(
  url: string,
  work: (ask: (statement: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const database = openDatabase<never>({
    url: server.href,
    applicationName: 'test',
    onError: () => undefined,
  });
  try {
    await work((statement) => database.pool.query(statement));
  } finally {
    await database.close();
  }
}

export type Served = Awaited<ReturnType<typeof startService>>;

/** Starts a service, calls `use`, and stops the service. Stopping ships the journal to the store. */
export async function withService(
  database: TestDatabase,
  storeFolder: string,
  use: (client: TestRepositoryClient) => Promise<void>,
): Promise<void> {
  const service = await startServiceOn(database, storeFolder);
  await service.ready();
  await use(service.client);
  await service.service.stop();
}

export async function startServiceOn(database: TestDatabase, storeFolder: string): Promise<Served> {
  return startService(
    await makeServiceSettings(database.url, { OBJECT_STORE: `fs:${storeFolder}`, JOURNAL_INTERVAL: '50ms' }),
  );
}

/** Returns the UUIDs of the stored artifacts. */
export async function crawl(
  client: TestRepositoryClient,
  pages: Readonly<Record<string, string>>,
  auid = 'au',
): Promise<string[]> {
  const date = '2020-02-20T20:20:20Z';
  const records = Object.entries(pages).map(([name, body]) =>
    makeResponseRecord(`http://www.example.org/${name}`, Buffer.from(body), date),
  );
  const { status, statuses, body } = await client.importArchive(Buffer.concat(records), { auid });
  if (status !== 200) throw new Error(`an import was answered with ${status} ${body}`);
  return statuses.flatMap((one) => (one.status === 'OK' ? [one.artifactUuid!] : []));
}

/** Stores pages with unique content. */
export async function storeOtherPages(client: TestRepositoryClient, seed: string): Promise<string[]> {
  const { statuses } = await client.importArchive(makeWarc(5, 200, seed).bytes, { auid: 'au' });
  return statuses.flatMap((one) => (one.status === 'OK' ? [one.artifactUuid!] : []));
}

export const remove = (client: TestRepositoryClient, uuid: string) =>
  send(client, 'DELETE', `/artifacts/${uuid}`);

export interface Histories {
  /** Copy of the earlier state, changed by `goOn` if it was passed. */
  readonly older: TestDatabase;
  /** Database whose history was lost. */
  readonly lost: TestDatabase;
  /** Folder with the objects of both histories. */
  readonly storeFolder: string;
}

/**
 * Creates two histories. `before` runs before the database is copied, `lost` on the original, and `goOn` on the copy.
 */
export async function makeTwoHistories(uses: {
  before(client: TestRepositoryClient): Promise<void>;
  lost(client: TestRepositoryClient): Promise<void>;
  goOn?(client: TestRepositoryClient): Promise<void>;
}): Promise<Histories> {
  const lost = await createTestDatabase();
  const [storeFolder, earlierFolder] = [await createTemporaryFolder(), await createTemporaryFolder()];
  await withService(lost, storeFolder, uses.before);
  const older = await copyDatabase(lost);
  await cp(storeFolder, earlierFolder, { recursive: true });
  await withService(lost, storeFolder, uses.lost);
  if (uses.goOn) await withService(older, earlierFolder, uses.goOn);
  await cp(earlierFolder, storeFolder, { recursive: true });
  addCleanup(() => older.drop());
  return { older, lost, storeFolder };
}
