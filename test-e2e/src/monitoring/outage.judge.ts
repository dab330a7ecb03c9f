// Covers: services packages/http-kit packages/service-kit
// Reads the services' metrics while their database does not respond.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { addCleanup, createTemporaryFolder, findFreePort } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { type ProcessVariables, startProgram } from '../support/service-process.ts';
import { type Exposition, readExposition } from './exposition.ts';

/** Starts a server that accepts connections and never responds. */
async function startSilentServer(): Promise<number> {
  const port = await findFreePort();
  const server = createServer((socket) => void socket.on('error', () => undefined));
  addCleanup(() => void server.close());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}

async function readMetricsWithoutDatabase(
  program: 'repository-service' | 'config-service',
  env: ProcessVariables,
): Promise<Exposition> {
  const [port, metricsPort] = [String(await findFreePort()), String(await findFreePort())];
  const started = await startProgram(program, {
    REPOSITORY_PORT: port,
    CONFIG_PORT: port,
    REPOSITORY_METRICS_PORT: metricsPort,
    CONFIG_METRICS_PORT: metricsPort,
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await startSilentServer()}/none`,
    ADMIN_PASSWORD: 'of: the administrator',
    ...env,
  });
  const url = `http://127.0.0.1:${metricsPort}`;
  await started.answers(`${url}/livez`);
  // Uses the default scrape timeout of Prometheus.
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(10_000) });
  const exposition = readExposition(await answer.text());
  await started.kill9();
  return exposition;
}

const hasNoSamples = (exposition: Exposition, name: string) => exposition.get(name)?.samples.length === 0;

describe('while the database does not answer', () => {
  it.each([
    [
      'repository-service',
      [
        'holdfast_journal_lag_seconds',
        'holdfast_damaged_artifacts',
        'holdfast_stored_artifacts',
        'holdfast_job_failed',
      ],
    ],
    [
      'config-service',
      ['holdfast_plugins_loaded', 'holdfast_config_load_problems', 'holdfast_configured_aus'],
    ],
  ] as const)(
    '%s says so, and nothing that it does not know',
    async (program, unknown) => {
      const store = `fs:${join(await createTemporaryFolder(), 'store')}`;
      const exposition = await readMetricsWithoutDatabase(program, { OBJECT_STORE: store });
      const samples = (name: string) => exposition.get(name)?.samples ?? [];
      const database = samples('holdfast_dependency_up').find(
        ({ labels }) => labels.dependency === 'database',
      );
      expect(database?.value).toBe(0);
      expect(samples('holdfast_service_ready').map(({ value }) => value)).toEqual([0]);
      expect(unknown.filter((name) => !hasNoSamples(exposition, name))).toEqual([]);
    },
    60_000,
  );
});
