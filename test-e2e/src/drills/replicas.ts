// npm run drill -- replicas [SECONDS]: what 1, 2 and 3 repository services do, then, with 3 of them and 2 configuration
// services from what their images hold: replicas killed at imports, PostgreSQL away, S3 away (each for so long, default
// 60), no connection free, and more clients than a replica serves. Fails when anything acknowledged is lost, a client is
// told something unclear, or an orphan outlasts the sweep.
import { type Cluster, startCluster } from '../replicas/cluster.ts';
import { crowd } from '../replicas/crowd.ts';
import { killedReplica } from '../replicas/killed-replica.ts';
import { sweepOrphans } from '../replicas/orphans.ts';
import { connectionsExhausted, postgresRestarted, storeStopped } from '../replicas/outages.ts';
import { table, throughput } from '../replicas/throughput.ts';
import { runDrill } from '../support/run-drill.ts';

const seconds = Number(process.argv[2] ?? 60);
const say = (words: string) =>
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${words}`);

await runDrill(async () => {
  const cluster = await startCluster({ repositories: 1, configs: 2, isReal: true, say });
  await sayThroughput(cluster);
  await killedReplica({ cluster, times: 5, records: 600, sendMs: 8_000, say });
  const plan = { cluster, forMs: seconds * 1_000, loadMs: 5_000, pauseMs: 60, say };
  await postgresRestarted(plan);
  if (cluster.store.kind === 'S3') await storeStopped(plan);
  await sayOrphans(cluster);
  await connectionsExhausted(plan);
  await sayOrphans(cluster);
  await crowd({ cluster, clients: 200, say });
  if (cluster.store.kind !== 'S3') throw new Error('NOT RUN: S3 stopped; there is no S3 server');
});

async function sayThroughput(cluster: Cluster): Promise<void> {
  const rows = [await throughput(cluster, 15_000)];
  while (rows.length < 3) {
    await cluster.repository.grow();
    rows.push(await throughput(cluster, 15_000));
  }
  console.log(table(rows));
}

async function sayOrphans(cluster: Cluster): Promise<void> {
  const { used, orphansBefore, unfinishedBefore } = await sweepOrphans(cluster);
  say(
    `${orphansBefore} orphans and ${unfinishedBefore} unfinished uploads were swept; ${used} objects are used`,
  );
}
