// Finds the node for a backup or restore, from the settings of `npm start` or of separately running services.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NodeDatabase, NodeFile } from '@holdfast/backup';
import { UsageError } from '@holdfast/cli-kit';
import type { ObjectStoreSettings } from '@holdfast/object-store';
import { type Database, ensureDatabase, openDatabase } from '@holdfast/pg-kit';
import { readSettings } from '@holdfast/service-kit';
import { readStandaloneSettings } from '@holdfast/standalone';
import type { ServiceParts } from './service-parts.ts';
import { backupDatabaseSpec } from './settings-spec.ts';

export interface NodeEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly projectFolder: string;
}

export interface DatabaseUrls {
  readonly repository: string;
  readonly configuration: string;
}

export interface NodeLocation {
  /** Absolute path. */
  readonly dataFolder: string;
  readonly store: ObjectStoreSettings;
  /** Database URLs. Undefined if the node uses the embedded PostgreSQL in the data folder. */
  readonly databases: DatabaseUrls | undefined;
  readonly files: readonly NodeFile[];
}

/** Reads the settings without opening anything. `data` is the folder as given. Throws UsageError, SettingsError. */
export function findNode(
  { variables, projectFolder }: NodeEnvironment,
  data: string | undefined,
): NodeLocation {
  const folderSettings = data === undefined ? {} : { DATA_DIR: resolve(data), ...withoutDatabases };
  const environment = { ...variables, ...folderSettings };
  const { dataFolder, databaseUrl, objectStore } = readNodeSettings(environment, projectFolder);
  const own = readSettings(environment, backupDatabaseSpec);
  const repository = own.repositoryDatabaseUrl ?? databaseUrl;
  const configuration = own.configDatabaseUrl ?? databaseUrl;
  if ((repository === undefined) !== (configuration === undefined)) {
    throw new UsageError('REPOSITORY_DATABASE_URL and CONFIG_DATABASE_URL must be set together.');
  }
  const databases =
    repository === undefined || configuration === undefined ? undefined : { repository, configuration };
  const users = variables.USERS_FILE ? resolve(projectFolder, variables.USERS_FILE) : undefined;
  const files = [
    ...['admin-password', 'reader-password', 'plugin-store-password'].map((name) => ({
      name,
      path: join(dataFolder, name),
    })),
    { name: 'users.json', path: users ?? join(dataFolder, 'users.json') },
  ];
  return { dataFolder, store: objectStore, databases, files };
}

const withoutDatabases = Object.fromEntries(
  ['DATABASE_URL', 'REPOSITORY_DATABASE_URL', 'CONFIG_DATABASE_URL']
    .flatMap((name) => [name, `${name}_FILE`])
    .map((name) => [name, undefined]),
);

function readNodeSettings(environment: NodeEnvironment['variables'], projectFolder: string) {
  const { settings, faults } = readStandaloneSettings(environment, projectFolder);
  if (settings === undefined) throw new UsageError(faults.join('\n'));
  return settings;
}

/** Throws UsageError if the node does not exist. */
export function requireNode({ store, dataFolder }: NodeLocation): void {
  const stores = store.kind === 'several' ? store.stores.map((one) => one.store) : [store];
  if (stores.some((one) => one.kind !== 'fs' || existsSync(one.folder))) return;
  throw new UsageError(
    `There is no node in ${dataFolder}. Specify the data folder with --data, or set OBJECT_STORE and DATABASE_URL.`,
  );
}

/** Creates missing databases on the embedded server, and returns the URLs of all databases. */
export async function ensureEmbeddedDatabases(serverUrl: string): Promise<DatabaseUrls> {
  return {
    repository: await ensureDatabase(serverUrl, 'repository'),
    configuration: await ensureDatabase(serverUrl, 'configuration'),
  };
}

export interface OpenDatabases {
  readonly databases: readonly NodeDatabase[];
  close(): Promise<void>;
}

/** Creates the connection pools, which connect on first use. */
export function openDatabases(urls: DatabaseUrls, parts: ServiceParts): OpenDatabases {
  const opened: Database<never>[] = [];
  const database = (url: string, ...own: NodeDatabase['parts']): NodeDatabase => {
    const one = openDatabase<never>({
      url,
      poolSize: 8,
      applicationName: 'holdfast backup',
      // No timeouts: one statement may read a whole table, and a snapshot may wait for another snapshot.
      statementTimeoutMs: 0,
      idleInTransactionTimeoutMs: 0,
      onError: () => undefined,
    });
    opened.push(one);
    return { pool: one.pool, parts: own };
  };
  const { repository, configuration } = parts;
  const databases =
    urls.repository === urls.configuration
      ? [database(urls.repository, repository, configuration)]
      : [database(urls.repository, repository), database(urls.configuration, configuration)];
  return {
    databases,
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
    },
  };
}
