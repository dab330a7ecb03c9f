// Sends many malformed imports from a seeded generator to a running service. The service must not crash, must never
// return 5xx, and must leave no temporary file, object, descriptor or memory behind. Afterwards it must import
// correctly. Measures the service from outside.
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder, findFreePort, makeWarc } from '@holdfast/testkit';
import { checkAu } from '../support/check-import.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { createRandomFromSeed } from '../support/seeded.ts';
import { makeBombs } from './bombs.ts';
import { checkStore } from './check-store.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { NamedArchive } from './corrupt-archives.ts';
import { type ProcessState, readProcessState } from './process-state.ts';
import { sendRaw } from './send.ts';
import { checkUploadResponse, generateUpload, type MalformedUpload } from './uploads.ts';

export interface MalformedPlan {
  databaseUrl: string;
  uploads: number;
  seed: number;
  /** Inflated size of the largest decompression bombs, in MiB. */
  bombMiB: number;
  say(words: string): void;
}

export interface MalformedOutcome {
  /** Number of responses per status; `none` counts connections that ended without a response. */
  statuses: Record<string, number>;
  /** Number of artifacts that the uploads added, from valid records. */
  artifacts: number;
}

/** Memory and other resources of the service after a garbage collection. */
interface ResourceUse {
  heapBytes: number;
  /** Resources of the process; undefined if the system does not report them. */
  process: ProcessState | undefined;
}

interface MalformedRun {
  server: RepositoryServer;
  inspectorPort: number;
  folder: string;
  bombs: NamedArchive[];
  statuses: Record<string, number>;
}

const lanes = 4;
const mebibyte = 2 ** 20;
/** Allowed heap growth, for caches and compiled code. */
const heapMarginBytes = 8 * mebibyte;
/**
 * Allowed growth of resident memory. Fragmentation keeps the C library from returning memory to the system; in
 * measurements this levels off at about 120 MiB after several hundred uploads.
 */
const residentMarginBytes = 192 * mebibyte;
/** Maximum growth of the resident memory after the start. Most of it is uncollected garbage. */
const peakMarginBytes = 768 * mebibyte;
/** Maximum number of database connections, which open and close independently of uploads. */
const databaseConnections = 4;
const settlingMs = 60_000;

/**
 * Runs the drill. Throws as soon as a check fails; the message contains the seed and upload number needed to reproduce
 * the failure.
 */
export async function sendMalformedUploads(plan: MalformedPlan): Promise<MalformedOutcome> {
  const storm = await startMalformedRun(plan);
  try {
    return await runMalformedUploads(storm, plan);
  } catch (error) {
    const warnings = storm.server.process.output().split('\n').filter(isWarning);
    plan.say(`The last the service warned of:\n${warnings.slice(-10).join('\n')}`);
    throw error;
  }
}

async function runMalformedUploads(storm: MalformedRun, plan: MalformedPlan): Promise<MalformedOutcome> {
  await importValidArchive(storm, 'well&before~1');
  const fresh = await measureResourceUse(storm);
  // Sends all bombs, so that every codec thread runs before the first measurement.
  await runInLanes(storm.bombs.length, (i) => send(storm, makeBombUpload(storm, storm.bombs[i]!, i)));
  const before = await measureResourceUse(storm);
  plan.say(`new: ${formatResourceUse(fresh)}; after one bomb of each kind: ${formatResourceUse(before)}`);
  await runInLanes(plan.uploads, (index) =>
    send(storm, generateUpload(targetOf(storm), plan.seed, index, storm.bombs)),
  );
  const after = await waitUntilReleased(storm, before);
  plan.say(`after ${plan.uploads} uploads: ${formatResourceUse(after)}; ${JSON.stringify(storm.statuses)}`);
  checkPeak(fresh, after);
  checkLog(storm.server.process.output());
  await importValidArchive(storm, 'well&after~1');
  const artifacts = await checkStore(
    storm.server,
    join(storm.folder, 'store'),
    createRandomFromSeed(plan.seed),
  );
  const { code } = await storm.server.process.stop();
  if (code !== 0) throw new Error(`the service ended with exit code ${code}`);
  return { statuses: storm.statuses, artifacts };
}

async function startMalformedRun({ databaseUrl, bombMiB }: MalformedPlan): Promise<MalformedRun> {
  const [folder, inspectorPort] = [await createTemporaryFolder(), await findFreePort()];
  for (const name of ['tmp', 'spool']) await mkdir(join(folder, name));
  const server = await startRepository({
    databaseUrl,
    objectStore: `fs:${join(folder, 'store')}`,
    env: {
      TMPDIR: join(folder, 'tmp'),
      SPOOL_DIR: join(folder, 'spool'),
      CODEC_THREADS: '2',
      DATABASE_POOL: String(databaseConnections),
      SEGMENT_AGE: '200ms',
      NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
    },
  });
  return { server, inspectorPort, folder, bombs: await makeBombs(bombMiB), statuses: {} };
}

async function measureResourceUse({ server, inspectorPort }: MalformedRun): Promise<ResourceUse> {
  const heapBytes = await collectGarbage(inspectorPort);
  await sleep(500);
  return { heapBytes, process: await readProcessState(server.process.pid) };
}

const targetOf = ({ server }: MalformedRun) => ({
  host: new URL(server.client.url).host,
  authorization: server.client.authorization,
});

function makeBombUpload(storm: MalformedRun, bomb: NamedArchive, index: number): MalformedUpload {
  const random = createRandomFromSeed(index);
  return generateUpload(targetOf(storm), 0, index, [bomb], { archive: bomb, random });
}

async function send({ server, statuses }: MalformedRun, upload: MalformedUpload): Promise<void> {
  const port = Number(new URL(server.client.url).port);
  const answering = sendRaw(port, upload).catch((error) => {
    throw new Error(`${upload.name}: ${error.message}`);
  });
  const ended = server.process.exited.then((ending) => {
    throw new Error(
      `${upload.name}: the service ended: ${JSON.stringify(ending)}\n${server.process.output().slice(-5_000)}`,
    );
  });
  const answer = await Promise.race([answering, ended]);
  const status = String(answer.status ?? 'none');
  statuses[status] = (statuses[status] ?? 0) + 1;
  checkUploadResponse(upload, answer);
}

async function runInLanes(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function importValidArchive({ server }: MalformedRun, auid: string): Promise<void> {
  const made = makeWarc(50, 4_000, auid);
  const { status, statuses } = await server.client.importArchive(made.bytes, { auid });
  if (status !== 200 || statuses.some((one) => one.status !== 'OK'))
    throw new Error(`no good import: ${status}`);
  await checkAu(server.client, auid, made, statuses);
}

/** Waits until the service uses no more resources than before the uploads. */
async function waitUntilReleased(storm: MalformedRun, before: ResourceUse): Promise<ResourceUse> {
  const deadline = performance.now() + settlingMs;
  for (;;) {
    const now = await measureResourceUse(storm);
    const left = [...(await listLeftoverFiles(storm)), ...findResourceGrowth(before, now)];
    if (left.length === 0) return now;
    if (performance.now() > deadline)
      throw new Error(`left behind after ${settlingMs} ms: ${left.join('; ')}`);
    await sleep(500);
  }
}

async function listLeftoverFiles({ folder }: MalformedRun): Promise<string[]> {
  const places = ['tmp', 'spool', 'store/tmp'];
  const found = await Promise.all(
    places.map(async (place) => [place, await readdir(join(folder, place))] as const),
  );
  return found
    .filter(([, names]) => names.length > 0)
    .map(([place, names]) => `${names.length} files in ${place}`);
}

function findResourceGrowth(before: ResourceUse, now: ResourceUse): string[] {
  const faults: string[] = [];
  if (now.heapBytes > before.heapBytes + heapMarginBytes) faults.push(`a heap of ${formatResourceUse(now)}`);
  if (!before.process || !now.process) return faults;
  if (now.process.residentBytes > before.process.residentBytes + residentMarginBytes) {
    faults.push(`memory of ${formatResourceUse(now)}`);
  }
  const open = (state: ProcessState, sockets: boolean) =>
    state.files.filter((file) => (file === 'socket') === sockets).length;
  const files = open(now.process, false) - open(before.process, false);
  const sockets = open(now.process, true) - open(before.process, true) - databaseConnections;
  if (files > 0) faults.push(`${files} more files open: ${now.process.files.join(' ')}`);
  if (sockets > 0) faults.push(`${sockets} more sockets open than those of the database`);
  const threads = now.process.threads - before.process.threads;
  if (threads > 0) faults.push(`${threads} more threads`);
  return faults;
}

function checkPeak(fresh: ResourceUse, after: ResourceUse): void {
  if (!fresh.process || !after.process) return;
  if (after.process.peakBytes > fresh.process.residentBytes + peakMarginBytes) {
    throw new Error(`memory rose to ${formatResourceUse(after)}`);
  }
}

const inspectorLine = /^(?:Debugger |For help, see: )/;
// Matches log lines that clients cause. ERR_STREAM_UNABLE_TO_PIPE means that the client disconnected before its
// response began.
const clientFault = /"status":4\d\d|"message":"The (?:multipart )?form |ERR_STREAM_UNABLE_TO_PIPE/;

/** Returns whether an output line is a warning or error. Lines that are not log entries count as warnings. */
function isWarning(line: string): boolean {
  if (line === '' || inspectorLine.test(line) || clientFault.test(line)) return false;
  return !line.startsWith('{') || /"level":"(?:warn|error|fatal)"/.test(line);
}

/** Throws if the service logged an error that no client caused, because such an error could affect other clients. */
function checkLog(output: string): void {
  const bad = output.split('\n').filter((line) => isWarning(line) && !line.includes('"level":"warn"'));
  if (bad.length > 0)
    throw new Error(`the service logged ${bad.length} errors: ${bad.slice(0, 5).join('\n')}`);
}

function formatResourceUse({ heapBytes, process }: ResourceUse): string {
  const mebibytes = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`;
  const heap = `${mebibytes(heapBytes)} of heap`;
  if (!process) return heap;
  const { residentBytes, peakBytes, files } = process;
  return `${heap}, ${mebibytes(residentBytes)} resident, ${mebibytes(peakBytes)} at most, ${files.length} files`;
}
