// Starts an S3 server for tests on a loopback port, with random keys and a temporary folder. If S3_TEST_ENDPOINT is
// set, uses that server instead. s3-buckets.ts creates buckets.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';
import { formatS3Access, makeServerEnvironment, readS3Access, type S3Access } from './env.ts';
import { buildVersitygw } from './s3-build.ts';

export type S3StartResult = { env: Record<string, string>; stop(): Promise<void> } | { skipped: string };

const START_TIMEOUT_MS = 20_000;

/**
 * Shell script that runs the server until it exits or standard input closes, then removes the folder. Standard input
 * also closes if the test run is killed.
 */
const GUARD = `folder=$1; shift
exec 3<&0
"$@" 3<&- & server=$!
exec >/dev/null 2>&1
{ cat <&3; kill -9 $server; } & watcher=$!
wait $server; code=$?
kill $watcher
rm -rf "$folder"
exit $code`;

/**
 * Starts the test server. Returns the environment variables that findTestS3() reads. If the start fails, prints and
 * returns the reason.
 */
export async function startS3ForTests(): Promise<S3StartResult> {
  const named = readS3Access();
  if (named) return { env: formatS3Access(named), stop: async () => undefined };
  try {
    const server = await startS3Server(await buildVersitygw());
    return { env: formatS3Access(server.access), stop: server.stop };
  } catch (error) {
    const skipped = (error as Error).message;
    printSkipNotice(skipped);
    return { skipped };
  }
}

export interface S3Server {
  readonly access: S3Access;
  stop(): Promise<void>;
}

/** Starts a server on a free port. Rejects with the server's output if that fails. */
export async function startS3Server(binary: string): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-s3-'));
  try {
    return await startServerIn(binary, folder, []);
  } catch (error) {
    // Stores object metadata in files if the file system does not support extended attributes.
    if (!/xattr/.test((error as Error).message)) throw error;
    const sidecar = join(folder, 'metadata');
    await mkdir(sidecar, { recursive: true });
    return startServerIn(binary, folder, ['--sidecar', sidecar]);
  }
}

async function startServerIn(binary: string, folder: string, options: string[]): Promise<S3Server> {
  const data = join(folder, 'buckets');
  const versions = join(folder, 'versions');
  for (const one of [data, versions]) await mkdir(one, { recursive: true });
  const port = await findFreePort();
  const access = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: randomBytes(10).toString('hex'),
    secretAccessKey: randomBytes(20).toString('hex'),
    folder: data,
  };
  const common = ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', '--health', '/health'];
  const command = [binary, ...common, 'posix', ...options, '--versioning-dir', versions, data];
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', folder, ...command], {
    env: makeServerEnvironment(access),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  try {
    await waitUntilHealthy(child, access.endpoint);
    return { access, stop: () => stopServer(child) };
  } catch (error) {
    await stopServer(child);
    throw error;
  }
}

async function waitUntilHealthy(child: ChildProcess, endpoint: string): Promise<void> {
  const output = collectLastOutput(child);
  const failed = Promise.withResolvers<never>();
  const enough = new AbortController();
  child.once('error', failed.reject);
  // Waits for 'close' instead of 'exit', because output may still be unread when the process exits.
  child.once('close', (code) => failed.reject(new Error(`the S3 server ended (${code}): ${output()}`)));
  await Promise.race([failed.promise, pollHealth(endpoint, enough.signal)]).finally(() => enough.abort());
}

async function pollHealth(endpoint: string, enough: AbortSignal): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until && !enough.aborted; await sleep(50)) {
    const answer = await fetch(`${endpoint}/health`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error(`the S3 server did not answer in ${START_TIMEOUT_MS} ms`);
}

function collectLastOutput(child: ChildProcess): () => string {
  let last = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    last = (last + chunk.toString()).slice(-1000);
  });
  return () => last.trim();
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.stdin?.destroy();
  await ended;
}

function printSkipNotice(reason: string): void {
  const line = '='.repeat(100);
  process.stderr.write(
    `\n${line}\nNOT RUN: every test against an S3 server. ${reason}\n` +
      `Install Go, or name a server by S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID and S3_TEST_SECRET_ACCESS_KEY.\n${line}\n\n`,
  );
}
