// Starts both services with a shared session secret. The node contains the example's plugin and titles, but no other
// data.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpus, createTemporaryFolder, createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';

export interface EmptyNode {
  readonly repositoryUrl: string;
  readonly repositoryDatabase: TestDatabase;
  readonly configurationUrl: string;
  readonly user: string;
  readonly password: string;
  /** Folders of the object stores. */
  readonly storeFolders: readonly string[];
}

const password = 'correct: horse, battery';
export const examplesUrl = new URL('../../../examples/', import.meta.url);

export interface EmptyNodeOptions {
  /** Also loads the plugins and titles of the corpus. */
  readonly full?: boolean;
  /** Settings of both services. */
  readonly env?: Readonly<Record<string, string>>;
  readonly repositoryEnv?: Readonly<Record<string, string>>;
  readonly configurationEnv?: Readonly<Record<string, string>>;
  /** Names of several object stores. By default, the node has one store. */
  readonly stores?: readonly string[];
}

/** Starts both services, which run until the end of the test file. */
export async function startEmptyNode({
  full = false,
  env = {},
  repositoryEnv = {},
  configurationEnv = {},
  stores,
}: EmptyNodeOptions = {}): Promise<EmptyNode> {
  const common = { SESSION_SECRET: 'a secret that both services have', ...env };
  const folder = await createTemporaryFolder();
  const storeFolders = stores === undefined ? [folder] : stores.map((name) => join(folder, name));
  const repositoryDatabase = await createTestDatabase();
  const repository = await startRepository({
    databaseUrl: repositoryDatabase.url,
    objectStore: storeFolders.map((path, at) => `${stores ? `${stores[at]}=` : ''}fs:${path}`).join(),
    env: { ...common, ...repositoryEnv, ADMIN_PASSWORD: password },
  });
  const repositoryUrl = repository.client.url;
  const ofCorpus = (path: string): string[] => (full && corpus.available ? [corpus.path(path)] : []);
  const configuration = await startConfig((await createTestDatabase()).url, password, {
    ...common,
    REPOSITORY_URL: repositoryUrl,
    REPOSITORY_USER: 'admin',
    REPOSITORY_PASSWORD: password,
    PLUGIN_SOURCES: [fileURLToPath(new URL('plugins', examplesUrl)), ...ofCorpus('plugins')].join(';'),
    TDB_SOURCES: [fileURLToPath(new URL('titles.tdb', examplesUrl)), ...ofCorpus('tdb')].join(';'),
    ...configurationEnv,
  });
  return {
    repositoryUrl,
    repositoryDatabase,
    configurationUrl: configuration.url,
    user: 'admin',
    password,
    storeFolders,
  };
}
