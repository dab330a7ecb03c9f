// Measures the throughput and CPU time of a number of replicas. Clients, proxy, database and store share the machine
// with the replicas, so only the trend is meaningful: the cost per artifact must not grow with the number of replicas.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWarc } from '@holdfast/testkit';
import { AcknowledgedWrites } from './acknowledged-writes.ts';
import type { ReplicaCluster } from './cluster.ts';
import { type ClientResponse, createPatientClient } from './patient-client.ts';
import { makeArchiveRequest, makeCreateRequest, makePayloadRequest } from './requests.ts';

export interface Throughput {
  readonly replicas: number;
  readonly createsPerSecond: number;
  readonly importMegabytesPerSecond: number;
  readonly readsPerSecond: number;
  /** CPU time of all replicas together, per create, per imported megabyte and per read. */
  readonly cost: { readonly createMs: number; readonly importMs: number; readonly readMs: number };
}

export async function measureThroughput({ repository }: ReplicaCluster, forMs: number): Promise<Throughput> {
  const client = createPatientClient(repository.url, 60_000);
  const [ledger, replicas] = [new AcknowledgedWrites(), repository.replicas()];
  const measure = (clients: number, step: (turn: number) => Promise<number>) =>
    measureRate({ pids: replicas.map(({ process }) => process.pid), clients, forMs, step });
  const uuids: string[] = [];
  const creates = await measure(24, async (turn) => {
    const page = ledger.page(`created ${turn % 24}`, `http://www.example.org/${turn}`, 10_000);
    uuids.push(
      (JSON.parse(requireText(await client.ask(makeCreateRequest(page)), 201)) as { uuid: string }).uuid,
    );
    return 1;
  });
  const archives = [0, 1, 2, 3].map(
    (seed) => makeWarc(400, 20_000, `throughput ${replicas.length} ${seed}`).bytes,
  );
  const imports = await measure(6, async (turn) => {
    const archive = archives[turn % archives.length]!;
    requireText(await client.ask(makeArchiveRequest(`imported ${replicas.length} ${turn}`, archive)), 200);
    return archive.length / 1e6;
  });
  const reads = await measure(16, async (turn) => {
    requireText(await client.ask(makePayloadRequest(uuids[(turn * 7) % uuids.length]!)), 200);
    return 1;
  });
  return {
    replicas: replicas.length,
    createsPerSecond: creates.perSecond,
    importMegabytesPerSecond: imports.perSecond,
    readsPerSecond: reads.perSecond,
    cost: { createMs: creates.costMs, importMs: imports.costMs, readMs: reads.costMs },
  };
}

interface MeasurementPlan {
  pids: readonly number[];
  clients: number;
  forMs: number;
  /** Does one step of work. Resolves to the amount of work done. */
  step(turn: number): Promise<number>;
}

async function measureRate({ pids, clients, forMs, step }: MeasurementPlan) {
  let [turn, done, over] = [0, 0, false];
  const client = async () => {
    while (!over) {
      const did = await step(turn++);
      done += did;
    }
  };
  const [begun, busyBefore] = [performance.now(), await measureCpuMs(pids)];
  const work = Array.from({ length: clients }, client);
  await sleep(forMs);
  over = true;
  await Promise.all(work);
  const seconds = (performance.now() - begun) / 1_000;
  return { perSecond: done / seconds, costMs: ((await measureCpuMs(pids)) - busyBefore) / done };
}

/** Returns the total CPU time of the processes, which Linux counts in hundredths of a second. */
async function measureCpuMs(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')));
  const ticks = stats.map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return ticks.reduce((sum, count) => sum + count, 0) * 10;
}

const columns: [head: string, cell: (row: Throughput) => string][] = [
  ['replicas', ({ replicas }) => String(replicas)],
  ['creates/s', ({ createsPerSecond }) => createsPerSecond.toFixed(0)],
  ['import MB/s', ({ importMegabytesPerSecond }) => importMegabytesPerSecond.toFixed(1)],
  ['reads/s', ({ readsPerSecond }) => readsPerSecond.toFixed(0)],
  ['processor ms a create', ({ cost }) => cost.createMs.toFixed(2)],
  ['ms a MB imported', ({ cost }) => cost.importMs.toFixed(1)],
  ['ms a read', ({ cost }) => cost.readMs.toFixed(2)],
];

export function formatThroughputTable(rows: readonly Throughput[]): string {
  const lines = [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  return lines
    .map((cells) => cells.map((cell, at) => cell.padStart(columns[at]![0].length)).join('  '))
    .join('\n');
}

function requireText({ status, text }: ClientResponse, wanted: number): string {
  if (status !== wanted) throw new Error(`${status} ${text.slice(0, 300)}`);
  return text;
}
