// System to measure: a running one, or a new one in a temporary folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readInheritedEnvironment, readWorkers } from '../env.ts';
import { createBenchFolder, removeFolder } from './bench-folder.ts';
import { addInterruptCleanup } from './interrupted.ts';
import { readProcessorSeconds } from './processor-time.ts';

export interface BenchSystem {
  /** Base URL of the repository service, without a trailing slash. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** PID of the repository service, or of its primary process if the service has several processes. */
  readonly pid: number;
  readonly metricsUrl: string;
  /** Returns the CPU time of all processes of the system. Undefined if their PIDs are unknown. */
  processorSeconds?(): number;
  stop(): Promise<void>;
}

/** Starts or uses a system with these environment variables. */
export type SystemOpener = (settings: Record<string, string>) => Promise<BenchSystem>;

/** A system that the benchmark has started. It includes a configuration service. */
export interface StartedSystem extends BenchSystem {
  /** Base URL of the configuration service, without a trailing slash. */
  readonly configUrl: string;
  /** PID of the configuration service. */
  readonly configPid: number;
  /** Data folder of both services. */
  readonly dataFolder: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WITHIN_MS = 120_000;

/**
 * Starts both services with the defaults of `npm start`. `settings`: environment variables. If the caller passes a data
 * folder, stopping the services does not remove it.
 */
export async function startSystem(
  settings: Readonly<Record<string, string>> = {},
  keptFolder?: string,
): Promise<StartedSystem> {
  const folder = keptFolder ?? (await createBenchFolder());
  const password = randomUUID();
  const [port, metricsPort, configPort, configMetricsPort] = await chooseFreePorts(4);
  const child = spawn(process.execPath, [join(root, 'packages', 'standalone', 'dist', 'main.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...readInheritedEnvironment(),
      WORKERS: String(readWorkers()),
      ...settings,
      DATA_DIR: join(folder, 'data'),
      REPOSITORY_PORT: String(port),
      REPOSITORY_METRICS_PORT: String(metricsPort),
      CONFIG_PORT: String(configPort),
      CONFIG_METRICS_PORT: String(configMetricsPort),
      ADMIN_USER: 'bench',
      ADMIN_PASSWORD: password,
    },
  });
  const output = createWriteStream(join(folder, 'output.log'));
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const stop = addInterruptCleanup(async () => {
    await stopProcess(child, 'SIGTERM');
    output.end();
    if (keptFolder === undefined) await removeFolder(folder);
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    const configUrl = `http://127.0.0.1:${configPort}`;
    await pollUntilReady(url, child);
    await pollUntilReady(configUrl, child);
    const pids = await readServicePids(join(folder, 'data', 'running.json'));
    return {
      url,
      configUrl,
      user: 'bench',
      password,
      pid: pids['repository-service']!,
      configPid: pids['config-service']!,
      dataFolder: join(folder, 'data'),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      processorSeconds: () => readProcessorSeconds(child.pid!),
      stop,
    };
  } catch (error) {
    const words = await readFile(join(folder, 'output.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`The services could not be started.\n${words}`, { cause: error });
  }
}

/** Opens a system, runs `work` with it and stops the system. */
export async function withSystem<T>(
  open: SystemOpener,
  settings: Record<string, string>,
  work: (system: BenchSystem) => Promise<T>,
): Promise<T> {
  const system = await open(settings);
  try {
    return await work(system);
  } finally {
    await system.stop();
  }
}

/** Resolves when the service is ready. Rejects if the service exits before that. */
async function pollUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = performance.now() + READY_WITHIN_MS; performance.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It ended.');
    const status = await fetch(`${url}/status`)
      .then((answer) => answer.json() as Promise<{ ready?: boolean }>)
      .catch(() => undefined);
    if (status?.ready) return;
  }
  throw new Error(`It was not ready within ${READY_WITHIN_MS / 1000} seconds.`);
}

async function readServicePids(file: string): Promise<Record<string, number>> {
  const { services } = JSON.parse(await readFile(file, 'utf8')) as {
    services: Record<string, { pid: number }>;
  };
  return Object.fromEntries(Object.entries(services).map(([name, { pid }]) => [name, pid]));
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function chooseFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
