// Checks the settings for the repository service, which env.ts reads from the environment.
import { type ArtifactStore, createArtifactStore } from './artifact-store.ts';
import { createHttpRepository, type Repository } from './repository.ts';
import type { RepositorySettings } from './requester.ts';

export interface RepositoryServiceSettings {
  readonly repositoryUrl: string | undefined;
  readonly repositoryCertFile: string | undefined;
  readonly repositoryUser: string | undefined;
  readonly repositoryPassword: string | undefined;
  readonly pluginStoreUser: string | undefined;
  readonly pluginStorePassword: string | undefined;
  readonly repositoryNamespace: string | undefined;
  readonly repositoryTimeoutMs: number;
}

/** Returns messages about contradictions between the settings. */
export function findRepositoryFaults({
  repositoryUrl,
  repositoryCertFile,
  repositoryUser,
  repositoryPassword,
  pluginStoreUser,
  pluginStorePassword,
}: RepositoryServiceSettings): string[] {
  const faults: string[] = [];
  if (repositoryUrl !== undefined) {
    const { username, password, search, hash } = new URL(repositoryUrl);
    if (username !== '' || password !== '') {
      faults.push('REPOSITORY_URL must not contain credentials; REPOSITORY_USER and REPOSITORY_PASSWORD do');
    }
    if (search !== '' || hash !== '') faults.push('REPOSITORY_URL must have neither a query nor a fragment');
  }
  if (repositoryCertFile !== undefined && !repositoryUrl?.startsWith('https:'))
    faults.push('REPOSITORY_CERT_FILE has no effect without a REPOSITORY_URL that begins with https://');
  if ((repositoryUser === undefined) !== (repositoryPassword === undefined)) {
    faults.push('REPOSITORY_USER and REPOSITORY_PASSWORD must be set together');
  }
  if ((pluginStoreUser === undefined) !== (pluginStorePassword === undefined)) {
    faults.push('PLUGIN_STORE_USER and PLUGIN_STORE_PASSWORD must be set together');
  }
  if (pluginStoreUser !== undefined && repositoryUrl === undefined) {
    faults.push('PLUGIN_STORE_USER has no effect without REPOSITORY_URL');
  }
  return faults;
}

type RequestHooks = Pick<RepositorySettings, 'onRequest' | 'headers'>;

/** Creates the client that reads AUs. Returns undefined if no repository service is configured. */
export function openRepository(
  settings: RepositoryServiceSettings,
  hooks: RequestHooks,
): Repository | undefined {
  const { repositoryUser: user, repositoryPassword: password } = settings;
  const access = accessOf(settings, { user, password }, hooks);
  return access && createHttpRepository(access);
}

/** Creates the client that stores artifacts. Returns undefined if plugin registries are not stored. */
export function openArtifactStore(
  settings: RepositoryServiceSettings,
  hooks: RequestHooks,
): ArtifactStore | undefined {
  const { pluginStoreUser: user, pluginStorePassword: password } = settings;
  const access = user === undefined ? undefined : accessOf(settings, { user, password }, hooks);
  // The time limit is longer than usual: a JAR may be large, and a commit may wait for other commits to the same AU.
  return (
    access &&
    createArtifactStore({ ...access, timeoutMs: Math.max(access.timeoutMs, LEAST_STORE_TIMEOUT_MS) })
  );
}

const LEAST_STORE_TIMEOUT_MS = 60_000;

function accessOf(
  {
    repositoryUrl: url,
    repositoryCertFile: certFile,
    repositoryNamespace: namespace,
    repositoryTimeoutMs: timeoutMs,
  }: RepositoryServiceSettings,
  login: Pick<RepositorySettings, 'user' | 'password'>,
  hooks: RequestHooks,
): RepositorySettings | undefined {
  return url === undefined ? undefined : { url, certFile, ...login, namespace, timeoutMs, ...hooks };
}
