// A repository-service process, on a database and a store of the test's choice.
import { freePort, RepositoryClient, type StartedProcess } from '@holdfast/testkit';
import { startProgram } from './service-process.ts';

export interface RepositoryServer {
  readonly client: RepositoryClient;
  readonly process: StartedProcess;
  readonly metricsUrl: string;
}

export interface RepositoryOptions {
  databaseUrl: string;
  /** `fs:/path` or `s3:bucket`. */
  objectStore: string;
  /** Stay the same over a restart. */
  port?: number;
  env?: Record<string, string | undefined>;
}

const password = 'correct: horse, battery';

/** Resolves when it is ready. */
export async function startRepository(options: RepositoryOptions): Promise<RepositoryServer> {
  const [port, metricsPort] = [options.port ?? (await freePort()), await freePort()];
  const started = await startProgram('repository-service', {
    REPOSITORY_PORT: String(port),
    REPOSITORY_METRICS_PORT: String(metricsPort),
    DATABASE_URL: options.databaseUrl,
    OBJECT_STORE: options.objectStore,
    ADMIN_PASSWORD: password,
    ...options.env,
  });
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  await started.answers(`${metricsUrl}/readyz`);
  const client = new RepositoryClient(`http://127.0.0.1:${port}`, { user: 'admin', password });
  return { client, process: started, metricsUrl };
}
