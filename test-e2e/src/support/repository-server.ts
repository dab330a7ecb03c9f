// Starts the repository service as a process with the given database and object store.
import { findFreePort, type StartedProcess, TestRepositoryClient } from '@holdfast/testkit';
import { startProgram } from './service-process.ts';

export interface RepositoryServer {
  readonly client: TestRepositoryClient;
  readonly process: StartedProcess;
  readonly metricsUrl: string;
}

export interface RepositoryOptions {
  databaseUrl: string;
  /** Value of OBJECT_STORE: `fs:/path` or `s3:bucket`. */
  objectStore: string;
  /** Port of the service, to keep it across restarts. */
  port?: number;
  env?: Record<string, string | undefined>;
  /** Folder of another build of the project. */
  build?: string | undefined;
}

export interface LaunchedRepository extends RepositoryServer {
  /** Resolves when the service is ready. */
  ready(): Promise<void>;
}

const password = 'correct: horse, battery';

/** Starts the service. Resolves when the service is ready. */
export async function startRepository(options: RepositoryOptions): Promise<RepositoryServer> {
  const launched = await launchRepository(options);
  await launched.ready();
  return launched;
}

/** Starts the service. Resolves when the process exists, possibly before it listens. */
export async function launchRepository(options: RepositoryOptions): Promise<LaunchedRepository> {
  const [port, metricsPort] = [options.port ?? (await findFreePort()), await findFreePort()];
  const env = {
    REPOSITORY_PORT: String(port),
    REPOSITORY_METRICS_PORT: String(metricsPort),
    DATABASE_URL: options.databaseUrl,
    OBJECT_STORE: options.objectStore,
    ADMIN_PASSWORD: password,
    ...options.env,
  };
  const started = await startProgram('repository-service', env, { build: options.build });
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  const client = new TestRepositoryClient(`http://127.0.0.1:${port}`, { user: 'admin', password });
  return { client, process: started, metricsUrl, ready: () => started.answers(`${metricsUrl}/readyz`) };
}
