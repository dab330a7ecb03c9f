// Makes both services do every kind of work that has metrics, and reads their Prometheus metrics and the metrics of a
// bridge.
import { copyFile, readdir, utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTemporaryFolder,
  createTestDatabase,
  findFreePort,
  makeWarc,
  type StartedProcess,
  TestRepositoryClient,
} from '@holdfast/testkit';
import { type LaunchableProgram, type ProcessVariables, startProgram } from '../support/service-process.ts';
import { type Exposition, readExposition } from './exposition.ts';

export interface ExposedMetrics {
  readonly repository: Exposition;
  readonly config: Exposition;
  readonly bridge: Exposition;
  /** Addresses of both services. */
  readonly urls: readonly string[];
}

/** Returns the operationIds of both services' OpenAPI documents. */
export async function fetchOperationIds({ urls }: ExposedMetrics): Promise<string[]> {
  const contracts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/openapi.json`)).text()));
  return contracts.flatMap((text) => [...text.matchAll(/"operationId":\s*"(\w+)"/g)].map(([, id]) => id!));
}

/** URL of an unreachable peer in the repository service's settings. */
export const PEER_URL = 'http://127.0.0.1:1';

const password = 'of: the administrator';
const examples = fileURLToPath(new URL('../../../examples', import.meta.url));

export async function readBusyServiceMetrics(): Promise<ExposedMetrics> {
  const repository = await startBusyRepository({ COMPACTION_PERIOD: '1s', SWEEP_PERIOD: '1s' });
  const config = await startBusyConfig(repository);
  await storeAndReplay(repository.client);
  await create(repository.client);
  await createOrphanObject(repository.store);
  await disconnectDuringUpload(repository.client);
  await queryConfigService(config.client);
  return {
    repository: await readUntilComplete(repository.metricsUrl, hasBackgroundMetrics),
    config: await readUntilComplete(config.metricsUrl, isLoaded),
    bridge: await readUntilComplete(await startBridge(config), hasBridgeState),
    urls: [repository.client.url, config.client.url],
  };
}

export interface BusyService {
  readonly client: TestRepositoryClient;
  readonly process: StartedProcess;
  readonly metricsUrl: string;
  readonly databaseUrl: string;
}

/** Starts a repository service. Returns it with the folder of its object store. */
export async function startBusyRepository(
  env: ProcessVariables = {},
): Promise<BusyService & { store: string }> {
  const store = join(await createTemporaryFolder(), 'store');
  return {
    ...(await start('repository-service', 'REPOSITORY', {
      OBJECT_STORE: `fs:${store},fs:${store}-copy`,
      REPAIR_SOURCES: PEER_URL,
      ...env,
    })),
    store,
  };
}

export function startBusyConfig({ client }: BusyService, env: ProcessVariables = {}): Promise<BusyService> {
  return start('config-service', 'CONFIG', {
    PLUGIN_SOURCES: join(examples, 'plugins'),
    TDB_SOURCES: join(examples, 'titles.tdb'),
    REPOSITORY_URL: client.url,
    REPOSITORY_USER: 'admin',
    REPOSITORY_PASSWORD: password,
    ...env,
  });
}

async function start(
  program: LaunchableProgram,
  prefix: string,
  env: ProcessVariables,
): Promise<BusyService> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const { url: databaseUrl } = await createTestDatabase();
  const process = await startProgram(program, {
    [`${prefix}_PORT`]: String(port),
    [`${prefix}_METRICS_PORT`]: String(metricsPort),
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: password,
    ...env,
  });
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  await process.answers(`${metricsUrl}/readyz`);
  const client = new TestRepositoryClient(`http://127.0.0.1:${port}`, { user: 'admin', password });
  return { client, process, metricsUrl, databaseUrl };
}

/** Starts a bridge whose broker is unreachable. Returns the address of its metrics. */
async function startBridge({ databaseUrl }: BusyService): Promise<string> {
  const metricsPort = String(await findFreePort());
  const bridge = await startProgram('bridge', {
    BRIDGE_METRICS_PORT: metricsPort,
    BRIDGE_CONFIGURATION_DATABASE_URL: databaseUrl,
    BRIDGE_BROKER: 'stomp://127.0.0.1:1',
  });
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  await bridge.answers(`${metricsUrl}/livez`);
  return metricsUrl;
}

const hasBridgeState = (text: string) =>
  /^holdfast_bridge_state\{.*\} 1$/m.test(text) && /^holdfast_bridge_changes_waiting\{/m.test(text);

/** Archive to import. */
export const busyArchive = makeWarc(5, 2_000);

async function storeAndReplay(client: TestRepositoryClient): Promise<void> {
  const { bytes, records } = busyArchive;
  const { statuses } = await client.importArchive(bytes, { auid: 'au' });
  const uuid = statuses[0]!.artifactUuid;
  for (const url of [records[0]!.url, 'http://nowhere.example.org/']) {
    for (const form of ['cdxa', 'cdxb']) {
      await client.get(
        `/replay/${form}/default`,
        form === 'cdxa' ? { q: `url:${url} type:urlquery` } : { url },
      );
    }
  }
  for (const name of [uuid, '00000000-0000-7000-8000-000000000000']) {
    await client.get(`/replay/warcs/default:${name}.warc.gz`);
  }
}

/** Creates three artifacts at once. */
async function create({ url, authorization }: TestRepositoryClient): Promise<void> {
  const created = [1, 2, 3].map(async (number) => {
    const body = new FormData();
    body.set(
      'artifactProps',
      JSON.stringify({ auid: 'au', uri: `http://www.example.org/created/${number}` }),
    );
    body.set('payload', new Blob([`number ${number}`]), 'payload');
    return (await fetch(`${url}/artifacts`, { method: 'POST', headers: { authorization }, body })).status;
  });
  const statuses = await Promise.all(created);
  if (statuses.some((status) => status !== 201)) throw new Error(`creates were answered with ${statuses}`);
}

/** Creates an orphaned object for the sweep to remove. */
async function createOrphanObject(store: string): Promise<void> {
  const files = await readdir(store, { recursive: true });
  const segment = join(store, files.find((file) => file.endsWith('.warc.gz'))!);
  const copy = join(dirname(segment), `00000000${basename(segment).slice(8)}`);
  await copyFile(segment, copy);
  await utimes(copy, 0, 0);
}

/** Disconnects a client while it sends a request body. */
async function disconnectDuringUpload({ url, authorization }: TestRepositoryClient): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /archives HTTP/1.1', 'Host: x', `Authorization: ${authorization}`];
  const form = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000', '', '--b'];
  socket.write([...head, ...form].join('\r\n'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.destroy();
}

async function queryConfigService(client: TestRepositoryClient): Promise<void> {
  await client.get('/aus');
  await client.get('/austatuses/an%7Eau');
}

/** Returns whether the values that the configuration service reads from its database appear in the metrics. */
const isLoaded = (text: string) =>
  /^holdfast_configured_aus\{/m.test(text) && /^holdfast_config_load_problems\{/m.test(text);

/** Returns whether a finished compaction, job findings and an aborted request appear in the metrics. */
const hasBackgroundMetrics = (text: string) =>
  /^holdfast_job_runs_total\{task="compaction",outcome="finished"\} [1-9]/m.test(text) &&
  /^holdfast_job_findings\{/m.test(text) &&
  /^holdfast_stored_artifacts [1-9]/m.test(text) &&
  /^http_requests_aborted_total\{/m.test(text);

async function readUntilComplete(metricsUrl: string, isAll: (text: string) => boolean): Promise<Exposition> {
  for (let tries = 0; ; tries += 1) {
    const text = await (await fetch(`${metricsUrl}/metrics`)).text();
    if (isAll(text)) return readExposition(text);
    if (tries > 60) throw new Error(`not all that is measured has happened:\n${text}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
