// Test helper: creates a project folder whose services are small programs, and runs a standalone process on it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const compileCache = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url));

/**
 * Fake service: serves /status and /readyz. Ends on SIGTERM or when its parent process has ended. Never becomes ready
 * if READY=no.
 */
export const goodService = `
import { createServer } from 'node:http';
import { env } from 'node:process';
console.log(JSON.stringify({ level: 30, msg: 'started', pid: process.pid }));
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/environment') return response.end(JSON.stringify(env));
  if (request.url === '/pid') return response.end(JSON.stringify(process.pid));
  response.end(JSON.stringify({ apiVersion: '2.0.0', ready: true }));
});
const prefix = process.argv[1].includes('repository-service') ? 'REPOSITORY' : 'CONFIG';
server.listen(Number(env[prefix + '_PORT']), env.HOST);
const probes = createServer((request, response) => {
  const isReady = env.READY !== 'no';
  response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isReady ? { status: 'ok' } : { status: 'unavailable', reason: 'it waits' }));
});
probes.listen(Number(env[prefix + '_METRICS_PORT']), '127.0.0.1');
const end = (why) => {
  console.log(JSON.stringify({ level: 30, msg: 'ended: ' + why }));
  process.exit(0);
};
process.on('SIGTERM', () => end('asked'));
process.on('disconnect', () => end('left alone'));
process.on('SIGINT', () => end('interrupted'));
`;

export interface ProjectFixture {
  readonly folder: string;
  readonly dataFolder: string;
  readonly urls: { readonly repository: string; readonly configuration: string };
  start(environment?: Record<string, string>): Standalone;
  /** Kills the running processes and removes the folder. */
  close(): Promise<void>;
}
export interface Standalone {
  readonly process: ChildProcess;
  /** Returns the terminal output so far. */
  said(): string;
  /** Resolves when the output contains `words` at or after character `from`. */
  says(words: string, from?: number): Promise<void>;
  readonly exitCode: Promise<number | null>;
}

export async function openProjectFixture(
  repositoryService: string,
  configService: string,
): Promise<ProjectFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-standalone-'));
  writeService(folder, 'repository-service', repositoryService);
  writeService(folder, 'config-service', configService);
  const [repository, repositoryMetrics, config, configMetrics] = await findFreePorts(4);
  const dataFolder = join(folder, 'data');
  const program = join(folder, 'standalone.mjs');
  writeFileSync(program, programText(folder));
  const started: Standalone[] = [];
  return {
    folder,
    dataFolder,
    urls: { repository: `http://127.0.0.1:${repository}`, configuration: `http://127.0.0.1:${config}` },
    start(environment = {}) {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: '/usr/bin:/bin',
          // Compiles the program once for all starts.
          NODE_COMPILE_CACHE: compileCache,
          REPOSITORY_PORT: String(repository),
          REPOSITORY_METRICS_PORT: String(repositoryMetrics),
          CONFIG_PORT: String(config),
          CONFIG_METRICS_PORT: String(configMetrics),
          DATABASE_URL: 'postgres://nobody@127.0.0.1/unused',
          ...environment,
        },
      });
      const standalone = watchProcess(child);
      started.push(standalone);
      return standalone;
    },
    async close() {
      for (const { process, exitCode } of started) {
        if (process.exitCode === null && process.signalCode === null) process.kill('SIGTERM');
        await exitCode;
      }
      rmSync(folder, { recursive: true, maxRetries: 3 });
    },
  };
}

function writeService(folder: string, name: string, text: string): void {
  const dist = join(folder, 'services', name, 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(folder, 'services', name, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dist, 'main.js'), text);
  writeFileSync(join(dist, 'env.js'), settingsText);
}

/** A service with one additional setting. */
const settingsText = `
export const settingNames = ['PAGE_SIZE'];
export function parseServiceSettings({ PAGE_SIZE }) {
  if (PAGE_SIZE === 'x') throw Object.assign(new Error(), { faults: ['PAGE_SIZE must be a whole number'] });
  return { drainTimeoutMs: 20_000 };
}
`;

/** Runs the same code as main.ts, but on a different project folder. */
function programText(folder: string): string {
  const module = new URL('../src/index.ts', import.meta.url).href;
  return `
import { checkAllSettings, runStandalone, watchStopSignals } from ${JSON.stringify(module)};
import { randomInt } from 'node:crypto';
import { env as environment } from 'node:process';
const projectFolder = ${JSON.stringify(folder)};
const say = (words) => process.stdout.write(words + '\\n');
const signals = watchStopSignals(() => performance.now(), process);
try {
  const checked = await checkAllSettings(environment, projectFolder);
  for (const sentence of checked.misspelt) say(sentence);
  await runStandalone({ say, randomInt, environment, projectFolder, signals }, checked);
  process.exit(0);
} catch (error) {
  process.stderr.write((error.name === 'StartupError' ? error.message : error.stack) + '\\n');
  process.exit(1);
}
`;
}

export function watchProcess(child: ChildProcess): Standalone {
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  return {
    process: child,
    said: () => text,
    async says(words, from = 0) {
      while (!text.slice(from).includes(words)) {
        if (child.exitCode !== null || child.signalCode !== null) {
          await exitCode;
          if (!text.slice(from).includes(words))
            throw new Error(`It ended without saying '${words}':\n${text}`);
        }
        await sleep(20);
      }
    },
    exitCode,
  };
}

export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
