// Kills each server of a storage cluster during imports, and finally removes the disk of a storage server. Reads back
// everything that was acknowledged, byte for byte: while the server is down, after it has returned, and while another
// server is down after the copies were restored.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ImportStatus,
  type MadeWarc,
  makeWarc,
  openTestS3,
  type StorageCluster,
  type StorageNode,
  startTestPostgres,
} from '@holdfast/testkit';
import { createS3Place } from '../rebuild/s3-place.ts';
import { checkAu } from '../support/check-import.ts';
import { repeatImport } from '../support/repeat-import.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { sendSlowly } from '../support/slowly.ts';
import { makeCompanionArchive } from '../support/with-companions.ts';

export interface NodeLossPlan {
  readonly cluster: StorageCluster;
  /** Number of times to kill each server. */
  readonly rounds: number;
  readonly records: number;
  /** Duration of one import's upload, in milliseconds. */
  readonly sendMs: number;
  readonly env?: Record<string, string>;
  random(): number;
  say(words: string): void;
}

/** Outcome of an import during which a server was killed. */
export interface NodeLoss {
  readonly node: string;
  readonly killedAfterMs: number;
  /** Status of the response; 200 means that the import continued without the server. */
  readonly answered: number | 'broken off';
  readonly importMs: number;
  readonly acknowledged: number;
  /**
   * Number of artifacts read while the server was down. Undefined if the cluster cannot serve any artifact without this
   * server.
   */
  readonly readWithoutIt: number | undefined;
  /** Number of artifacts that were not stored until the import was repeated. */
  readonly storedAfterwards: number;
}

export interface DiskLoss {
  readonly node: string;
  readonly bytesBefore: number;
  readonly bytesAfterRepair: number;
  readonly repairSeconds: number;
  /** Number of artifacts read while another server was down. */
  readonly read: number;
}

export interface NodeLossOutcome {
  readonly losses: readonly NodeLoss[];
  readonly disk: DiskLoss;
}

/** Part size of multipart uploads. Some records are larger. */
const PART_BYTES = 5 * 1024 * 1024;
const LARGE_BYTES = 2.5 * PART_BYTES;
const LARGE_RECORDS = 2;

/** Runs the drill. Throws as soon as a check fails. */
export async function runNodeLossDrill(plan: NodeLossPlan): Promise<NodeLossOutcome> {
  const { cluster } = plan;
  const postgres = await startTestPostgres();
  const { objectStore, env } = createS3Place(await openTestS3(cluster.access).bucket());
  const small = { SEGMENT_RECORDS: '100', SEGMENT_AGE: '50ms', S3_PART_SIZE: String(PART_BYTES) };
  const server = await startRepository({
    databaseUrl: postgres.server.url,
    objectStore,
    env: { ...env, ...small, ...plan.env },
  });
  const made = makeDrillArchive(plan.records);
  const imported: string[] = [];
  const losses: NodeLoss[] = [];
  for (let round = 1; round <= plan.rounds; round++) {
    for (const node of [...cluster.keepers, ...cluster.fronts]) {
      const auid = `loss&${node.name}~${round}`;
      const loss = await loseInImport({ plan, server, made, auid, node });
      plan.say(`${cluster.name}: ${JSON.stringify(loss)}`);
      losses.push(loss);
      imported.push(auid);
    }
  }
  const disk = await loseDisk(plan, { server, made, imported });
  plan.say(`${cluster.name}: ${JSON.stringify(disk)}`);
  await server.process.stop();
  return { losses, disk };
}

function makeDrillArchive(records: number): MadeWarc {
  const small = makeWarc(records, 4_000);
  const large = makeWarc(LARGE_RECORDS, LARGE_BYTES, 'large');
  const shifted = large.records.map((one) => ({ ...one, offset: one.offset + small.bytes.length }));
  const bytes = Buffer.concat([small.bytes, large.bytes]);
  return makeCompanionArchive({ bytes, records: [...small.records, ...shifted] });
}

interface Round {
  readonly plan: NodeLossPlan;
  readonly server: RepositoryServer;
  readonly made: MadeWarc;
  readonly auid: string;
  readonly node: StorageNode;
}

async function loseInImport(round: Round): Promise<NodeLoss> {
  const { plan, server, made, auid, node } = round;
  const killedAfterMs = Math.round(plan.random() * plan.sendMs);
  const { acknowledged, answered, importMs } = await importAndKill(round, killedAfterMs);
  const isFront = plan.cluster.fronts.includes(node);
  const readWithoutIt = isFront
    ? undefined
    : (await checkAu(server.client, auid, made, acknowledged)).listed.length;
  await node.restart();
  await server.process.answers(`${server.metricsUrl}/readyz`);
  const { listed } = await checkAu(server.client, auid, made, acknowledged);
  const storedAfterwards = await repeatImport(server.client, auid, made, listed.length);
  return {
    node: node.name,
    killedAfterMs,
    answered,
    importMs,
    acknowledged: acknowledged.length,
    readWithoutIt,
    storedAfterwards,
  };
}

async function importAndKill({ plan, server, made, auid, node }: Round, killedAfterMs: number) {
  const acknowledged: ImportStatus[] = [];
  const onStatus = (status: ImportStatus) => status.status === 'OK' && acknowledged.push(status);
  const archive = Readable.from(sendSlowly(made.bytes, { steps: 50, totalMs: plan.sendMs }));
  const begun = performance.now();
  const importing = server.client.importArchive(archive, { auid, onStatus }).then(
    ({ status }) => status,
    () => 'broken off' as const,
  );
  await sleep(killedAfterMs);
  await node.kill();
  const answered = await importing;
  return { acknowledged, answered, importMs: Math.round(performance.now() - begun) };
}

interface ImportedArchives {
  readonly server: RepositoryServer;
  readonly made: MadeWarc;
  readonly imported: readonly string[];
}

async function loseDisk(
  { cluster }: NodeLossPlan,
  { server, made, imported }: ImportedArchives,
): Promise<DiskLoss> {
  const [lost, other] = cluster.keepers as [StorageNode, StorageNode];
  const bytesBefore = await sumKeptBytes(cluster);
  await lost.kill();
  await lost.loseDisk();
  await lost.restart();
  const begun = performance.now();
  await cluster.repair();
  const repairSeconds = Math.round((performance.now() - begun) / 100) / 10;
  const bytesAfterRepair = await sumKeptBytes(cluster);
  await other.kill();
  let read = 0;
  for (const auid of imported) read += (await checkAu(server.client, auid, made, [])).listed.length;
  await other.restart();
  if (read !== imported.length * made.records.length)
    throw new Error(`${read} artifacts are there after the loss of a disk`);
  return { node: lost.name, bytesBefore, bytesAfterRepair, repairSeconds, read };
}

async function sumKeptBytes({ keepers }: StorageCluster): Promise<number> {
  const sizes = await Promise.all(keepers.map((node) => node.keptBytes()));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
