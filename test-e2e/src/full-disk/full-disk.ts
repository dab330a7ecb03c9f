// Repeatedly fills the disk of a node: first by imports, creates and configuration changes, then to the last byte by a
// file. Readers continue throughout. No process may end, no read may fail, acknowledged data must survive, and writes
// must succeed again without an operator.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkAu } from '../support/check-import.ts';
import { type NodeOnDisk, readMetric, startNode } from './node.ts';
import { type DiskReaders, startReaders } from './readers.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import {
  changeConfigurationOnce,
  checkRefusal,
  createOneArtifact,
  importOneArchive,
  type StoredImport,
  type WriteRefusal,
} from './writers.ts';

const MiB = 2 ** 20;
const DISK_BYTES = 4_096 * MiB;
const RESERVE_BYTES = 128 * MiB;
/** Free space that the writers can use in a round, in addition to the space that the services reserve. */
const ROUND_BYTES = 12 * MiB;
const AGAIN = 1.1;
/** Number of characters from the end of each log to include in an error message. */
const LOG_CHARACTERS = 6_000;

export interface FullDiskPlan {
  readonly rounds: number;
  /** Milliseconds for which the disk stays completely full. */
  readonly fullMs: number;
  /** URL of a PostgreSQL on another disk. Undefined if PostgreSQL's files are on the small disk. */
  readonly databaseUrl: string | undefined;
  random(): number;
  say(words: string): void;
}

/** Runs the drill. Throws as soon as a check fails. */
export async function runFullDiskDrill(plan: FullDiskPlan): Promise<void> {
  const disk = await mountSmallDisk(DISK_BYTES);
  const options = { dataFolder: disk.folder, reserveBytes: RESERVE_BYTES, databaseUrl: plan.databaseUrl };
  const node = await startNode(options);
  plan.say(`A disk of ${DISK_BYTES / MiB} MiB (${disk.kind}) with a reserve of ${RESERVE_BYTES / MiB} MiB.`);
  const pids = await node.processes();
  plan.say(`Processes: ${JSON.stringify(pids)}`);
  await changeConfigurationOnce(node);
  const readers = startReaders(node, plan.random);
  const stored: StoredImport[] = [];
  const created: string[] = [];
  try {
    for (let round = 1; round <= plan.rounds; round++) {
      const outcome = await runFullDiskRound({ node, disk, readers, plan, created });
      stored.push(...outcome.stored);
      await checkProcessesAndReads(node, readers, pids);
      plan.say(`round ${round}: ${outcome.words}`);
    }
  } catch (error) {
    plan.say(readLogTails(disk.folder));
    throw error;
  } finally {
    await readers.stop();
  }
  await restartOnFullDisk(node, disk, stored[0]!);
  plan.say('repository-service, killed on the full disk, came back there and is read.');
  const dropped = await readMetric(node, 'holdfast_log_lines_dropped_total');
  plan.say(
    `${readers.reads} reads, none failed; ${dropped} log lines dropped; every process is still there.`,
  );
  await node.process.stop();
  await checkAcknowledgedData(await startNode(options), stored, created, plan);
}

interface Round {
  readonly node: NodeOnDisk;
  readonly disk: SmallDisk;
  readonly readers: DiskReaders;
  readonly plan: FullDiskPlan;
  /** UUIDs of all created artifacts. Each round appends to this list. */
  readonly created: string[];
}

async function runFullDiskRound(round: Round): Promise<{ stored: StoredImport[]; words: string }> {
  const { node, disk, readers, plan } = round;
  disk.leave(AGAIN * RESERVE_BYTES + ROUND_BYTES);
  const roomMs = performance.now();
  const first = await importUntilStored(node);
  const againMs = performance.now() - roomMs;
  readers.know(first.auid, first.acknowledged);
  const stored = [first, ...(await writeUntilFull(round))];
  const leftBytes = disk.freeBytes();
  const readBefore = readers.reads;
  disk.fillUp();
  await checkRefusalsWhileFull(node, plan.fullMs);
  const leftAtEnd = disk.freeBytes();
  const readWhileFull = readers.reads - readBefore;
  for (const { auid, made, acknowledged } of stored) await checkAu(node.repository, auid, made, acknowledged);
  const records = stored.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const words = [
    `stored again after ${againMs.toFixed(0)} ms`,
    `${stored.length} imports with ${records} acknowledged records`,
    `writes refused with ${(leftBytes / MiB).toFixed(1)} MiB left`,
    `then ${leftAtEnd} bytes left, ${readWhileFull} reads meanwhile`,
  ];
  return { stored, words: words.join('; ') };
}

/** Repeats an import until there is free space again, as a client would. */
async function importUntilStored(node: NodeOnDisk): Promise<StoredImport> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { refusal, ...stored } = await importOneArchive(node);
    if (refusal === undefined) return stored;
    checkRefusal(refusal);
    if (performance.now() > deadline) throw new Error(`still refused after a minute: ${refusal.detail}`);
    await sleep(100);
  }
}

/** Runs each kind of writer until the service refuses its writes. */
async function writeUntilFull({ node, readers, created }: Round): Promise<StoredImport[]> {
  const stored: StoredImport[] = [];
  const importing = async () => {
    for (;;) {
      const { refusal, ...one } = await importOneArchive(node);
      if (one.acknowledged.length > 0) {
        stored.push(one);
        readers.know(one.auid, one.acknowledged);
      }
      if (refusal !== undefined) return checkRefusal(refusal);
    }
  };
  const creating = async () => {
    for (;;) {
      const one = await createOneArtifact(node);
      if (typeof one !== 'string') return checkRefusal(one);
      created.push(one);
    }
  };
  const configuring = async () => {
    for (let refusal: WriteRefusal | undefined; ; await sleep(50)) {
      refusal = await changeConfigurationOnce(node);
      if (refusal !== undefined) return checkRefusal(refusal);
    }
  };
  await Promise.all([importing(), importing(), importing(), creating(), configuring()]);
  return stored;
}

function readLogTails(folder: string): string {
  const logs = join(folder, 'logs');
  const files = [
    ...readdirSync(logs).map((name) => join(logs, name)),
    join(folder, 'postgres', 'server.log'),
  ];
  const there = files.filter((file) => existsSync(file));
  return there.map((file) => `${file}:\n${readFileSync(file, 'utf8').slice(-LOG_CHARACTERS)}`).join('\n');
}

async function checkRefusalsWhileFull(node: NodeOnDisk, fullMs: number): Promise<void> {
  for (const end = performance.now() + fullMs; performance.now() < end; await sleep(250)) {
    const { refusal } = await importOneArchive(node);
    const others = [refusal, await createOneArtifact(node), await changeConfigurationOnce(node)];
    for (const one of others) {
      if (one === undefined || typeof one === 'string') throw new Error('stored on a full disk');
      checkRefusal(one);
    }
  }
  const status = await node.repository.json<{ ready: boolean; reason?: string }>('/status');
  if (!status.ready || !status.reason?.startsWith('disk full'))
    throw new Error(`/status says ${JSON.stringify(status)}`);
}

async function checkProcessesAndReads(
  node: NodeOnDisk,
  readers: DiskReaders,
  pids: Record<string, number>,
): Promise<void> {
  const now = await node.processes();
  if (JSON.stringify(now) !== JSON.stringify(pids))
    throw new Error(`processes ended: ${JSON.stringify(pids)} became ${JSON.stringify(now)}`);
  if (readers.failures.length > 0)
    throw new Error(`${readers.failures.length} reads failed: ${readers.failures.slice(0, 5).join('; ')}`);
}

/** Kills the service on a completely full disk. The restarted service must serve the stored data. */
async function restartOnFullDisk(
  node: NodeOnDisk,
  disk: SmallDisk,
  { auid, made, acknowledged }: StoredImport,
) {
  // Removes the catalogue cache files, as a vacuum of the catalogue does; each new session must then write them again.
  const { PostgreSQL } = await node.processes();
  if (PostgreSQL !== undefined) removeInitFiles(disk.folder);
  disk.fillUp();
  process.kill((await node.processes())['repository-service']!, 'SIGKILL');
  await node.process.says(/repository-service is ready again\./);
  await checkAu(node.repository, auid, made, acknowledged);
  disk.leave(4 * RESERVE_BYTES);
}

function removeInitFiles(folder: string): void {
  const data = join(folder, 'postgres', 'data');
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('pg_internal.init')) rmSync(join(data, name));
}

/** Checks all acknowledged data after a restart of the node. */
async function checkAcknowledgedData(
  node: NodeOnDisk,
  stored: readonly StoredImport[],
  created: readonly string[],
  { say }: FullDiskPlan,
): Promise<void> {
  for (const { auid, made, acknowledged } of stored) await checkAu(node.repository, auid, made, acknowledged);
  for (const uuid of created) await node.repository.bytes(`/artifacts/${uuid}/payload`);
  await node.process.stop();
  const records = stored.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  say(`After a restart, all ${records} imported and ${created.length} created artifacts are there.`);
}
