// Starts CDX servers of other projects on an index with the given lines: pywb, which reads a sorted file, and
// OutbackCDX, which receives the lines over HTTP.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, installPywb } from '@holdfast/testkit';
import { readOutbackCdxJar } from '../env.ts';
import { addInterruptCleanup } from '../service/interrupted.ts';

export interface CdxServer {
  readonly name: string;
  readonly port: number;
  /** Path of queries, without the query string. */
  readonly path: string;
  /** Additional parameters that give a query the same meaning on this server as on the others. */
  readonly also: Readonly<Record<string, string>>;
  /** True if the server is fastest over persistent connections. */
  readonly keepAlive: boolean;
  /**
   * True if some responses take a tenth of a second or more. A query for all lines is not sent to such a server,
   * because it would take too long.
   */
  readonly isSlow: boolean;
  readonly pid: number;
  stop(): Promise<void>;
}

export type OpenCdxServer = (folder: string, cdxFile: string) => Promise<CdxServer | { missing: string }>;

/** Prevents pywb from searching for similar URLs if there is no exact match. */
const EXACTLY = { allowFuzzy: '0' };

/** Starts pywb on a file of sorted CDX lines with eleven fields. */
export const openPywb: OpenCdxServer = async (folder, cdxFile) => {
  const tool = await installPywb();
  if ('missing' in tool) return tool;
  const home = join(folder, 'pywb');
  await mkdir(home);
  const collection = { bench: { index_paths: cdxFile, archive_paths: folder } };
  await writeFile(join(home, 'config.yaml'), JSON.stringify({ collections: collection }));
  const port = await findFreePort();
  const program = 'from pywb.apps.cli import warcserver; warcserver()';
  const child = spawnServer(
    tool.python,
    ['-c', program, '--bind', '127.0.0.1', '--port', String(port)],
    home,
  );
  await waitUntilAnswering(child, `http://127.0.0.1:${port}/`);
  // pywb writes a response in several chunks. On a reused connection, the second chunk waits until the client has
  // acknowledged the first.
  return {
    name: 'pywb',
    port,
    path: '/bench/index',
    also: EXACTLY,
    keepAlive: false,
    isSlow: true,
    pid: child.pid!,
    stop: () => stopServer(child),
  };
};

export const openOutbackCdx: OpenCdxServer = async (folder, cdxFile) => {
  const jar = readOutbackCdxJar();
  if (jar === undefined) return { missing: 'OutbackCDX: OUTBACKCDX_JAR names no jar of it' };
  if (!existsSync(jar)) return { missing: `OutbackCDX: there is no ${jar}, which OUTBACKCDX_JAR names` };
  const home = join(folder, 'outbackcdx');
  await mkdir(home);
  const port = await findFreePort();
  const child = spawnServer('java', ['-jar', jar, '-b', '127.0.0.1', '-p', String(port), '-d', home], home);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswering(child, url);
  for await (const lines of readPieces(cdxFile)) {
    const answer = await fetch(`${url}/bench`, { method: 'POST', body: lines });
    if (!answer.ok) throw new Error(`OutbackCDX did not take its lines: ${await answer.text()}`);
  }
  return {
    name: 'OutbackCDX',
    port,
    path: '/bench',
    also: {},
    keepAlive: true,
    isSlow: false,
    pid: child.pid!,
    stop: () => stopServer(child),
  };
};

const LINES_AT_ONCE = 20_000;

async function* readPieces(file: string): AsyncGenerator<string> {
  let lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lines.push(`${line}\n`);
    if (lines.length === LINES_AT_ONCE) {
      yield lines.join('');
      lines = [];
    }
  }
  if (lines.length > 0) yield lines.join('');
}

function spawnServer(command: string, words: readonly string[], cwd: string): ChildProcess {
  const child = spawn(command, words, { cwd, stdio: ['ignore', 'ignore', 'ignore'] });
  child.once(
    'exit',
    addInterruptCleanup(() => stopServer(child)),
  );
  return child;
}

const PATIENCE_MS = 60_000;

async function waitUntilAnswering(child: ChildProcess, url: string): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; await sleep(100)) {
    if (failure) throw failure;
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return;
  }
  await stopServer(child);
  throw new Error(`${child.spawnfile} did not answer within ${PATIENCE_MS / 1000} s.`);
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
