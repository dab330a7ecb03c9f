// Garage cluster of three nodes in different zones. Each node stores all data (replication factor 3). Reads and writes
// need two nodes. The first node provides the S3 endpoint.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../free-port.ts';
import type { S3Access } from '../s3/env.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import type { StorageCluster } from './cluster.ts';
import { GARAGE_VERSION } from './installed-garage.ts';
import {
  measureFolder,
  type NodeProcessPlan,
  pollUntil,
  type RunningNode,
  requestClusterJson,
  startNodeProcess,
} from './node.ts';

const NODES = 3;
const HOST = '127.0.0.1';
const REGION = 'garage';
const CAPACITY_BYTES = 100e9;
const REPAIR_PATIENCE_MS = 5 * 60_000;
const ALMOST = 0.99;
/**
 * Time without changes after which a repair is considered complete. It is longer than the interval at which Garage
 * checks its queue.
 */
const AT_REST_MS = 60_000;

interface GarageNode {
  readonly name: string;
  readonly folder: string;
  readonly rpc: number;
  readonly s3: number;
  readonly admin: number;
}

interface Secrets {
  readonly rpc: string;
  readonly admin: string;
}

export async function startGarage(program: string): Promise<StorageCluster> {
  const folder = await createTemporaryFolder();
  const secrets = { rpc: randomBytes(32).toString('hex'), admin: randomBytes(20).toString('hex') };
  const members: GarageNode[] = [];
  for (let number = 1; number <= NODES; number++) members.push(await reserveNode(folder, number));
  for (const member of members) await writeConfiguration(member, secrets);
  const nodes: RunningNode[] = [];
  for (const member of members)
    nodes.push(await startNodeProcess(createNodePlan(program, { member, members }, secrets)));
  const ask = createAdminRequest(members[0]!, secrets);
  await assemble(members, secrets);
  const access = await createAccessKey(members[0]!, ask);
  return {
    name: 'Garage',
    version: GARAGE_VERSION,
    access,
    keepers: nodes.slice(1),
    fronts: nodes.slice(0, 1),
    repair: () => repairBlocks(members, secrets),
    stop: async () => {
      for (const node of nodes) await node.stop();
    },
  };
}

async function reserveNode(folder: string, number: number): Promise<GarageNode> {
  const name = `node-${number}`;
  const ports = { rpc: await findFreePort(), s3: await findFreePort(), admin: await findFreePort() };
  return { name, folder: join(folder, name), ...ports };
}

/** Stores the metadata, which contains the node's identity, outside the data folder, so that it survives `loseDisk`. */
async function writeConfiguration({ folder, rpc, s3, admin }: GarageNode, secrets: Secrets): Promise<void> {
  await mkdir(folder, { recursive: true });
  const lines = [
    `metadata_dir = "${join(folder, 'meta')}"`,
    `data_dir = "${join(folder, 'data')}"`,
    'db_engine = "lmdb"',
    'metadata_fsync = true',
    'data_fsync = true',
    'compression_level = "none"',
    'disable_scrub = true',
    'replication_factor = 3',
    'consistency_mode = "consistent"',
    `rpc_bind_addr = "${HOST}:${rpc}"`,
    `rpc_public_addr = "${HOST}:${rpc}"`,
    `rpc_secret = "${secrets.rpc}"`,
    '[s3_api]',
    `s3_region = "${REGION}"`,
    `api_bind_addr = "${HOST}:${s3}"`,
    '[admin]',
    `api_bind_addr = "${HOST}:${admin}"`,
    `admin_token = "${secrets.admin}"`,
  ];
  await writeFile(join(folder, 'garage.toml'), `${lines.join('\n')}\n`, { mode: 0o600 });
}

interface NodeMembership {
  readonly member: GarageNode;
  readonly members: readonly GarageNode[];
}

function createNodePlan(
  program: string,
  { member, members }: NodeMembership,
  secrets: Secrets,
): NodeProcessPlan {
  const { name, folder } = member;
  return {
    name,
    program,
    args: ['-c', join(folder, 'garage.toml'), 'server'],
    env: { RUST_LOG: 'garage=warn' },
    cwd: folder,
    dataFolder: join(folder, 'data'),
    // Marker file that is removed together with the data. As long as it exists, Garage considers an empty data folder
    // an unmounted disk and exits.
    notesOfData: join(folder, 'meta', 'data_layout'),
    ready: () =>
      pollUntil(`${name} is in the cluster`, async () => {
        const own = await requestHealth(member, secrets);
        // At the first start, there is no cluster yet. Later, the other nodes need a few seconds to accept this node.
        if (own.storageNodes === 0) return true;
        const all = await Promise.all(members.map((one) => requestHealth(one, secrets)));
        return all.every(({ storageNodes, storageNodesUp }) => storageNodesUp === storageNodes);
      }),
  };
}

function requestHealth(member: GarageNode, secrets: Secrets): Promise<Health> {
  return createAdminRequest(member, secrets)('GetClusterHealth');
}

interface Health {
  readonly status: string;
  readonly storageNodes: number;
  readonly storageNodesUp: number;
}

type AdminRequest = <T>(operation: string, body?: unknown) => Promise<T>;

function createAdminRequest({ admin }: GarageNode, secrets: Secrets): AdminRequest {
  return (operation, body) =>
    requestClusterJson(`http://${HOST}:${admin}/v2/${operation}`, { token: secrets.admin, body });
}

/** Connects the nodes and assigns all data to every node. */
async function assemble(members: readonly GarageNode[], secrets: Secrets): Promise<void> {
  const ids: string[] = [];
  for (const member of members) {
    const { success } = await createAdminRequest(
      member,
      secrets,
    )<{ success: Record<string, unknown> }>('GetNodeInfo?node=self');
    ids.push(Object.keys(success)[0]!);
  }
  const ask = createAdminRequest(members[0]!, secrets);
  await ask(
    'ConnectClusterNodes',
    members.slice(1).map(({ rpc }, i) => `${ids[i + 1]}@${HOST}:${rpc}`),
  );
  const roles = members.map(({ name: zone }, i) => ({
    id: ids[i],
    zone,
    capacity: CAPACITY_BYTES,
    tags: [],
  }));
  await ask('UpdateClusterLayout', { roles });
  await ask('ApplyClusterLayout', { version: 1 });
  await pollUntil(
    'Garage is healthy',
    async () => (await ask<Health>('GetClusterHealth')).status === 'healthy',
  );
}

async function createAccessKey({ s3 }: GarageNode, ask: AdminRequest): Promise<S3Access> {
  const accessKeyId = `GK${randomBytes(12).toString('hex')}`;
  const secretAccessKey = randomBytes(32).toString('hex');
  await ask('ImportKey', { accessKeyId, secretAccessKey, name: 'holdfast' });
  await ask(`UpdateKey?id=${accessKeyId}`, { allow: { createBucket: true } });
  return { endpoint: `http://${HOST}:${s3}`, region: REGION, accessKeyId, secretAccessKey };
}

/** Makes every node search for missing blocks and fetch them. Retries failed fetches without Garage's delay. */
async function repairBlocks(members: readonly GarageNode[], secrets: Secrets): Promise<void> {
  const ask = createAdminRequest(members[0]!, secrets);
  for (const repairType of ['tables', 'blocks']) {
    await ask('LaunchRepairOperation?node=*', { repairType });
  }
  let [bytes, sinceMs] = [-1, performance.now()];
  await pollUntil(
    'no block is missing any more',
    async () => {
      const failed = await requestFromAllNodes<unknown>(ask, 'ListBlockErrors?node=*');
      if (failed.length > 0) await ask('RetryBlockResync?node=*', { all: true });
      const kept = await measureDataFolders(members);
      const now = kept.reduce((sum, one) => sum + one, 0);
      if (failed.length > 0 || now !== bytes) [bytes, sinceMs] = [now, performance.now()];
      // Detects completion by the sizes on disk, because deleted blocks stay in the queues for some time.
      return Math.min(...kept) > ALMOST * Math.max(...kept) || performance.now() - sinceMs > AT_REST_MS;
    },
    REPAIR_PATIENCE_MS,
  );
}

function measureDataFolders(members: readonly GarageNode[]): Promise<number[]> {
  return Promise.all(members.map(({ folder }) => measureFolder(join(folder, 'data'))));
}

async function requestFromAllNodes<T>(ask: AdminRequest, operation: string, body?: unknown): Promise<T[]> {
  const { success } = await ask<{ success: Record<string, T[]> }>(operation, body);
  return Object.values(success).flat();
}
