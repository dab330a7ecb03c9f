// Server process of a cluster. Tests can kill it and restart it with the same data and ports.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StartedProcess, startProcess } from '../start-process.ts';
import type { StorageNode } from './cluster.ts';

export interface NodeProcessPlan {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Working folder of the process. It must not contain configuration files of the user, which the program might read.
   */
  readonly cwd: string;
  readonly dataFolder: string;
  /**
   * File that is removed together with the data. While it exists, the server refuses to start on an empty data folder.
   */
  readonly notesOfData?: string;
  /** Resolves when the cluster has accepted the process. */
  ready(process: StartedProcess): Promise<void>;
}

export interface RunningNode extends StorageNode {
  stop(): Promise<void>;
}

export async function startNodeProcess(plan: NodeProcessPlan): Promise<RunningNode> {
  const start = async () => {
    await mkdir(plan.dataFolder, { recursive: true });
    const env = { HOME: plan.cwd, ...plan.env };
    const started = await startProcess(plan.program, plan.args, { env, cwd: plan.cwd });
    await plan.ready(started);
    return started;
  };
  let process = await start();
  return {
    name: plan.name,
    kill: () => process.kill9(),
    async restart() {
      process = await start();
    },
    keptBytes: () => measureFolder(plan.dataFolder),
    loseDisk: async () => {
      await rm(plan.dataFolder, { recursive: true });
      if (plan.notesOfData !== undefined) await rm(plan.notesOfData);
    },
    async stop() {
      await process.stop('SIGKILL');
    },
  };
}

/** Returns the total size of all files below a folder. */
export async function measureFolder(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

const PATIENCE_MS = 60_000;

/** Polls until `isSo` returns true. Errors count as false. Rejects after `patienceMs`, with `what` in the message. */
export async function pollUntil(what: string, isSo: () => Promise<boolean>, patienceMs = PATIENCE_MS) {
  const deadline = performance.now() + patienceMs;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      if (await isSo()) return;
    } catch (error) {
      last = error;
    }
    await sleep(100);
  }
  throw new Error(`${what}: not in ${patienceMs / 1000} s`, { cause: last });
}

/** Sends a GET request, or a POST request if `body` is set. Returns the response's JSON. */
export async function requestClusterJson<T>(
  url: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
