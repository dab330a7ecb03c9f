// A config-service process, on a database of the test's choice.
import { freePort, type StartedProcess } from '@holdfast/testkit';
import { startProgram } from './service-process.ts';

export interface ConfigServer {
  readonly url: string;
  readonly process: StartedProcess;
}

export interface LaunchedConfig extends ConfigServer {
  /** Resolves when it is. */
  ready(): Promise<void>;
}

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
  const started = await startProgram('config-service', {
    CONFIG_PORT: String(port),
    CONFIG_METRICS_PORT: String(metricsPort),
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: adminPassword,
    ...env,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: started,
    ready: () => started.answers(`http://127.0.0.1:${metricsPort}/readyz`),
  };
}
