// A config-service process from the build, on a database of the test's choice.
import { fileURLToPath } from 'node:url';
import { freePort, type StartedProcess, startProcess } from '@holdfast/testkit';

export interface ConfigServer {
  readonly url: string;
  readonly process: StartedProcess;
}

const main = fileURLToPath(new URL('../../../services/config-service/dist/main.js', import.meta.url));

/** Resolves when it is ready. */
export async function startConfig(
  databaseUrl: string,
  adminPassword: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ConfigServer> {
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
  await started.answers(`http://127.0.0.1:${metricsPort}/readyz`);
  return { url: `http://127.0.0.1:${port}`, process: started };
}
