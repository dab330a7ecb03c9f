// A repository-service process from the build, on a database and a store of the test's choice.
import { fileURLToPath } from 'node:url';
import { freePort, RepositoryClient, type StartedProcess, startProcess } from '@holdfast/testkit';

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

const main = fileURLToPath(new URL('../../../services/repository-service/dist/main.js', import.meta.url));
const password = 'correct: horse, battery';

/** Resolves when it is ready. */
export async function startRepository(options: RepositoryOptions): Promise<RepositoryServer> {
  const [port, metricsPort] = [options.port ?? (await freePort()), await freePort()];
  const started = await startProcess(process.execPath, [main], {
    env: {
      REPOSITORY_PORT: String(port),
      REPOSITORY_METRICS_PORT: String(metricsPort),
      DATABASE_URL: options.databaseUrl,
      OBJECT_STORE: options.objectStore,
      ADMIN_PASSWORD: password,
      ...options.env,
    },
  });
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  await started.answers(`${metricsUrl}/readyz`);
  const client = new RepositoryClient(`http://127.0.0.1:${port}`, { user: 'admin', password });
  return { client, process: started, metricsUrl };
}
