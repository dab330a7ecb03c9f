// A config-service process from the build, on a database of the test's choice.
import { fileURLToPath } from 'node:url';
import { freePort, type StartedProcess, startProcess } from '@holdfast/testkit';

export interface ConfigServer {
  readonly url: string;
  readonly process: StartedProcess;
}

export interface LaunchedConfig extends ConfigServer {
  /** Resolves when it is. */
  ready(): Promise<void>;
}

const main = fileURLToPath(new URL('../../../services/config-service/dist/main.js', import.meta.url));

/** Resolves when it is ready. */
export async function startConfig(
  databaseUrl: string,
  adminPassword: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ConfigServer> {
  const launched = await launchConfig(databaseUrl, adminPassword, env);
  await launched.ready();
  return launched;
}

/** Resolves when there is a process; it may not even listen yet. */
export async function launchConfig(
  databaseUrl: string,
  adminPassword: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LaunchedConfig> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const started = await startProcess(process.execPath, [main], {
    env: {
      CONFIG_PORT: String(port),
      CONFIG_METRICS_PORT: String(metricsPort),
      DATABASE_URL: databaseUrl,
      ADMIN_PASSWORD: adminPassword,
      ...env,
    },
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: started,
    ready: () => started.answers(`http://127.0.0.1:${metricsPort}/readyz`),
  };
}
