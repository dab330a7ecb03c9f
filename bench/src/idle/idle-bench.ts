// Benchmark `idle`: starts a node with `npm start` and its default settings, sends no requests, and measures what the
// node costs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort, measureProcessTree, mountCountedDisk, type TreeCost } from '@holdfast/testkit';
import { readInheritedEnvironment } from '../env.ts';
import { createBenchFolder, removeFolder } from '../service/bench-folder.ts';
import { addInterruptCleanup } from '../service/interrupted.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const READY = 'Holdfast is ready';
/** Time after the start within which the node closes unused connections. The measurement begins after this time. */
const SETTLE_MS = 120_000;
const PORTS = ['REPOSITORY_PORT', 'REPOSITORY_METRICS_PORT', 'CONFIG_PORT', 'CONFIG_METRICS_PORT'];

export interface IdleCost extends TreeCost {
  /** Bytes written to the disk of the data folder. Undefined if this user cannot mount a file system. */
  readonly diskBytes: number | undefined;
}

export async function runIdleBench(minutes: number): Promise<IdleCost> {
  const folder = await createBenchFolder();
  const disk = mountCountedDisk(folder);
  const removeAll = addInterruptCleanup(async () => {
    disk?.unmount();
    await removeFolder(folder);
  });
  const ports = await Promise.all(PORTS.map(() => findFreePort()));
  const env = {
    ...readInheritedEnvironment(),
    ...Object.fromEntries(PORTS.map((name, i) => [name, String(ports[i])])),
    DATA_DIR: join(disk?.folder ?? folder, 'data'),
  };
  try {
    // Measures the second start. The first start creates the tables, and PostgreSQL then analyzes them in the
    // background.
    await withNode(env, async () => undefined);
    return await withNode(env, async (pid) => {
      await sleep(SETTLE_MS);
      const before = disk?.readWrittenBytes() ?? 0;
      const tree = await measureProcessTree(pid, minutes * 60_000);
      return { ...tree, diskBytes: disk && disk.readWrittenBytes() - before };
    });
  } finally {
    await removeAll();
  }
}

/** Starts the node, calls `use` when it is ready, and stops it. */
async function withNode<T>(env: NodeJS.ProcessEnv, use: (pid: number) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const stop = addInterruptCleanup(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  try {
    await Promise.race([waitForReadyLine(child.stdout), ended.then(() => fail('npm start ended early'))]);
    return await use(child.pid!);
  } finally {
    await stop();
  }
}

function waitForReadyLine(output: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    let text = '';
    output.on('data', (chunk) => {
      text += chunk;
      if (text.includes(READY)) resolve();
    });
  });
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
