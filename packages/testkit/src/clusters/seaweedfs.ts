// SeaweedFS cluster on this machine: one master, three volume servers in different racks, a filer and an S3 gateway.
// Each chunk has two copies (replication 010).
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../free-port.ts';
import type { S3Access } from '../s3/env.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import type { StorageCluster } from './cluster.ts';
import { SEAWEEDFS_VERSION } from './installed-seaweedfs.ts';
import {
  type NodeProcessPlan,
  pollUntil,
  type RunningNode,
  requestClusterJson,
  startNodeProcess,
} from './node.ts';

const VOLUME_SERVERS = 3;
/** SeaweedFS replication code: one additional copy in a different rack. */
const REPLICATION = '010';
const HOST = '127.0.0.1';
const REPAIR_TIMEOUT_MS = 5 * 60_000;

interface Ports {
  readonly http: number;
  readonly grpc: number;
}

export async function startSeaweedfs(program: string): Promise<StorageCluster> {
  const folder = await createTemporaryFolder();
  const access = accessAt(await findFreePort());
  await writeFile(join(folder, 's3.json'), JSON.stringify(buildIdentities(access)), { mode: 0o600 });
  const ports = { master: await twoPorts(), filer: await twoPorts(), s3: await findFreePort() };
  const at = { folder, program, master: addressOf(ports.master), filer: addressOf(ports.filer) };
  const master = await startNodeProcess(masterPlan(at, ports.master));
  const keepers: RunningNode[] = [];
  for (let number = 1; number <= VOLUME_SERVERS; number++) {
    keepers.push(await startNodeProcess(volumePlan(at, number, await twoPorts(), ports.master)));
  }
  const filer = await startNodeProcess(filerPlan(at, ports.filer));
  const gateway = await startNodeProcess(gatewayPlan(at, { access, grpc: ports.s3 }));
  const all = [gateway, filer, ...keepers, master];
  return {
    name: 'SeaweedFS',
    version: SEAWEEDFS_VERSION,
    access,
    keepers,
    fronts: [master, filer, gateway],
    repair: () => fixReplication(at),
    stop: async () => {
      for (const node of all) await node.stop();
    },
  };
}

interface ClusterLayout {
  readonly folder: string;
  readonly program: string;
  readonly master: string;
  readonly filer: string;
}

type PlanOf = (command: string, ports: Ports, args: readonly string[]) => Omit<NodeProcessPlan, 'ready'>;

const planIn =
  ({ folder, program }: ClusterLayout, name: string): PlanOf =>
  (command, { http, grpc }, args) => ({
    name,
    program,
    args: [
      ...['-logtostderr', command, `-ip.bind=${HOST}`, `-port=${http}`, `-port.grpc=${grpc}`],
      ...args.filter((arg) => arg !== ''),
    ],
    cwd: folder,
    dataFolder: join(folder, name),
  });

function masterPlan(at: ClusterLayout, ports: Ports): NodeProcessPlan {
  const data = `-mdir=${join(at.folder, 'master')}`;
  const args = [`-ip=${HOST}`, '-peers=none', data, '-volumeSizeLimitMB=256', '-telemetry=false'];
  return {
    ...planIn(at, 'master')('master', ports, [...args, `-defaultReplication=${REPLICATION}`]),
    ready: () =>
      pollUntil('the master leads', async () => (await requestLeaderStatus(ports)).IsLeader === true),
  };
}

function volumePlan(at: ClusterLayout, number: number, ports: Ports, master: Ports): NodeProcessPlan {
  const name = `volume-${number}`;
  const place = [`-ip=${HOST}`, `-dir=${join(at.folder, name)}`, '-dataCenter=here', `-rack=rack-${number}`];
  // Permits volume servers to copy from each other on loopback addresses.
  const copying = '-volume.allowUntrustedRemoteEndpoints';
  const args = [...place, '-max=500', '-preStopSeconds=1', copying, `-master=${at.master}`];
  return {
    ...planIn(at, name)('volume', ports, args),
    ready: () => pollUntil(`the master knows ${name}`, () => isKnown(master, `${HOST}:${ports.http}`)),
  };
}

function filerPlan(at: ClusterLayout, ports: Ports): NodeProcessPlan {
  const name = 'filer';
  const data = `-defaultStoreDir=${join(at.folder, name)}`;
  const args = [`-ip=${HOST}`, data, `-master=${at.master}`, `-localSocket=${join(at.folder, 'filer.sock')}`];
  return {
    ...planIn(at, name)('filer', ports, [...args, `-defaultReplicaPlacement=${REPLICATION}`]),
    ready: (process) => process.answers(`http://${HOST}:${ports.http}/healthz`),
  };
}

function gatewayPlan(
  at: ClusterLayout,
  { access, grpc }: { access: S3Access; grpc: number },
): NodeProcessPlan {
  const http = Number(new URL(access.endpoint).port);
  const config = [`-config=${join(at.folder, 's3.json')}`, '-autoCreateBucket=false'];
  const others = ['-port.iceberg=0', '-port.lance=0', `-localSocket=${join(at.folder, 's3.sock')}`];
  return {
    ...planIn(at, 'gateway')('s3', { http, grpc }, [`-filer=${at.filer}`, ...config, ...others]),
    ready: (process) => process.answers(`${access.endpoint}/healthz`),
  };
}

function requestLeaderStatus(master: Ports): Promise<{ IsLeader?: boolean }> {
  return requestClusterJson(`http://${HOST}:${master.http}/cluster/status`);
}

async function isKnown(master: Ports, address: string): Promise<boolean> {
  const status = await requestClusterJson<object>(`http://${HOST}:${master.http}/dir/status`);
  return JSON.stringify(status).includes(`"${address}"`);
}

/** Runs the master's maintenance now. By default, it runs every 15 minutes. */
async function fixReplication({ program, folder, master }: ClusterLayout): Promise<void> {
  const shell = promisify(execFile)(program, ['shell', `-master=${master}`], {
    cwd: folder,
    env: { HOME: folder },
    timeout: REPAIR_TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  shell.child.stdin?.end('lock\nvolume.fix.replication -apply\nunlock\nexit\n');
  // Searches the output for errors, because the exit code does not report them.
  const { stdout } = await shell;
  if (/no progress|error/.test(stdout)) throw new Error(`SeaweedFS makes no copies: ${stdout.slice(-2_000)}`);
}

function accessAt(port: number): S3Access {
  return {
    endpoint: `http://${HOST}:${port}`,
    region: 'us-east-1',
    accessKeyId: randomBytes(10).toString('hex'),
    secretAccessKey: randomBytes(20).toString('hex'),
  };
}

function buildIdentities({ accessKeyId: accessKey, secretAccessKey: secretKey }: S3Access) {
  const actions = ['Admin', 'Read', 'Write', 'List'];
  return { identities: [{ name: 'holdfast', credentials: [{ accessKey, secretKey }], actions }] };
}

async function twoPorts(): Promise<Ports> {
  return { http: await findFreePort(), grpc: await findFreePort() };
}

/** Formats the address as SeaweedFS programs expect it: the HTTP port, then the gRPC port. */
function addressOf({ http, grpc }: Ports): string {
  return `${HOST}:${http}.${grpc}`;
}
