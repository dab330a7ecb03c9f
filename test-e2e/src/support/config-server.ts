// Starts the configuration service as a process with the given database.
import { findFreePort, type StartedProcess } from '@holdfast/testkit';
import { startProgram } from './service-process.ts';

export interface ConfigServer {
  readonly url: string;
  readonly process: StartedProcess;
}

export interface LaunchedConfig extends ConfigServer {
  readonly metricsUrl: string;
  /** Resolves when the service is ready. */
  ready(): Promise<void>;
}

/** Starts the service. Resolves when the service is ready. */
export async function startConfig(
  databaseUrl: string,
  adminPassword: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LaunchedConfig> {
  const launched = await launchConfig(databaseUrl, adminPassword, env);
  await launched.ready();
  return launched;
}

/**
 * Starts the service. Resolves when the process exists, possibly before it listens. `build`: folder of another build of
 * the project.
 */
export async function launchConfig(
  databaseUrl: string,
  adminPassword: string,
  env: Readonly<Record<string, string>> = {},
  build?: string,
): Promise<LaunchedConfig> {
  const [port, metricsPort] = [env.CONFIG_PORT ?? (await findFreePort()), await findFreePort()];
  const given = {
    CONFIG_PORT: String(port),
    CONFIG_METRICS_PORT: String(metricsPort),
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: adminPassword,
    ...env,
  };
  const started = await startProgram('config-service', given, { build });
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  return {
    url: `http://127.0.0.1:${port}`,
    process: started,
    metricsUrl,
    ready: () => started.answers(`${metricsUrl}/readyz`),
  };
}
