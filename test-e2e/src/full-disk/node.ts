// Runs a node with `npm start` on a given data folder, and lists its processes.
import { execFileSync } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort, type StartedProcess, startProcess, TestRepositoryClient } from '@holdfast/testkit';

export interface NodeOnDisk {
  readonly process: StartedProcess;
  readonly repository: TestRepositoryClient;
  readonly configurationUrl: string;
  readonly metricsUrls: readonly string[];
  /**
   * Returns the PIDs of `npm start`, of both services and, if the node runs its own PostgreSQL, of PostgreSQL, by name.
   */
  processes(): Promise<Record<string, number>>;
  /** Resolves when both services are ready. */
  ready(): Promise<void>;
}

export interface LaunchOptions {
  readonly dataFolder: string;
  /** URL of an external PostgreSQL. If undefined, the node runs its own PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  /**
   * Ports of the repository service, its metrics, the configuration service and its metrics, in this order. Default:
   * free ports.
   */
  readonly ports?: readonly number[];
  /** Command that starts the node inside another environment, such as `nsenter`. */
  readonly under?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface NodeOptions {
  readonly dataFolder: string;
  readonly reserveBytes: number;
  /** URL of an external PostgreSQL. If undefined, the node runs its own PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
}

const main = fileURLToPath(new URL('../../../packages/standalone/dist/main.js', import.meta.url));
const password = 'correct: horse, battery';

/** Starts a node. Resolves when both services are ready. */
export async function startNode({ dataFolder, reserveBytes, databaseUrl }: NodeOptions): Promise<NodeOnDisk> {
  const env = {
    DISK_RESERVE: String(reserveBytes),
    // Runs compaction often enough that some runs coincide with the full disk.
    COMPACTION_PERIOD: '1s',
    FIXITY_PERIOD: '10s',
    SWEEP_PERIOD: '5s',
  };
  const node = await launchNode({ dataFolder, databaseUrl, env });
  await node.ready();
  if (databaseUrl === undefined) await setShortestCheckpointInterval(dataFolder);
  return node;
}

/** Starts a node. Resolves when the process exists, possibly before it has read its settings. */
export async function launchNode(options: LaunchOptions): Promise<NodeOnDisk> {
  const { dataFolder, databaseUrl, under = [] } = options;
  const ports = [...(options.ports ?? [])];
  while (ports.length < 4) ports.push(await findFreePort());
  const [repositoryPort, repositoryMetrics, configPort, configMetrics] = ports;
  const env = {
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: password,
    REPOSITORY_PORT: String(repositoryPort),
    REPOSITORY_METRICS_PORT: String(repositoryMetrics),
    CONFIG_PORT: String(configPort),
    CONFIG_METRICS_PORT: String(configMetrics),
    ...options.env,
  };
  const [command, ...words] = [...under, process.execPath, main];
  const started = await startProcess(command!, words, { env });
  const configurationUrl = `http://127.0.0.1:${configPort}`;
  return {
    process: started,
    repository: new TestRepositoryClient(`http://127.0.0.1:${repositoryPort}`, { user: 'admin', password }),
    configurationUrl,
    metricsUrls: [repositoryMetrics, configMetrics].map((port) => `http://127.0.0.1:${port}`),
    processes: async () => ({
      standalone: started.pid,
      ...listServicePids(started.pid),
      ...(databaseUrl === undefined ? { PostgreSQL: await readPostmasterPid(dataFolder) } : {}),
    }),
    ready: async () => {
      await started.says(/Holdfast is ready\./, 180_000);
    },
  };
}

/** Returns the PIDs of the services that `npm start` has started, by name. */
function listServicePids(parent: number): Record<string, number> {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' });
  const found = [...lines.matchAll(/^\s*(\d+) .*services\/([a-z-]+)\/dist\/main\.js/gm)];
  return Object.fromEntries(found.map(([, pid, name]) => [name!, Number(pid)]));
}

/**
 * Sets the shortest checkpoint interval that PostgreSQL allows, so that a checkpoint occurs on the full disk in every
 * round.
 */
async function setShortestCheckpointInterval(dataFolder: string): Promise<void> {
  const settings = join(dataFolder, 'postgres', 'data', 'postgresql.auto.conf');
  await appendFile(settings, "checkpoint_timeout = '30s'\n");
  process.kill(await readPostmasterPid(dataFolder), 'SIGHUP');
}

async function readPostmasterPid(dataFolder: string): Promise<number> {
  const lines = await readFile(join(dataFolder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number(lines.split('\n')[0]);
}

/** Returns the sum of a metric's values over both services. */
export async function readMetric({ metricsUrls }: NodeOnDisk, name: string): Promise<number> {
  let sum = 0;
  for (const url of metricsUrls) {
    const text = await (await fetch(`${url}/metrics`)).text();
    for (const [, value] of text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm')))
      sum += Number(value);
  }
  return sum;
}
