// Usage: npm run drill -- replicas [SECONDS]. Measures 1, 2 and 3 repository services. Then runs 3 repository and 2
// configuration services from the contents of their images. Kills replicas during imports, stops PostgreSQL and S3
// (each for SECONDS, default 60), occupies all database connections, and runs more clients at once than a replica can
// serve. Fails if acknowledged data is lost, an error response does not state its reason, or an orphaned object
// survives the sweep.
import { type ReplicaCluster, startCluster } from '../replicas/cluster.ts';
import { killReplicas } from '../replicas/killed-replica.ts';
import { sweepOrphans } from '../replicas/orphans.ts';
import { runConnectionOutage, runPostgresOutage, runStoreOutage } from '../replicas/outages.ts';
import { overloadReplica } from '../replicas/overload.ts';
import { formatThroughputTable, measureThroughput } from '../replicas/throughput.ts';
import { runDrill } from '../support/run-drill.ts';

const seconds = Number(process.argv[2] ?? 60);
const reportProgress = (words: string) =>
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${words}`);

await runDrill(async () => {
  const cluster = await startCluster({ repositories: 1, configs: 2, isReal: true, say: reportProgress });
  await reportThroughput(cluster);
  await killReplicas({ cluster, times: 5, records: 600, sendMs: 8_000, say: reportProgress });
  const plan = { cluster, forMs: seconds * 1_000, loadMs: 5_000, pauseMs: 60, say: reportProgress };
  await runPostgresOutage(plan);
  if (cluster.store.kind === 'S3') await runStoreOutage(plan);
  await reportOrphans(cluster);
  await runConnectionOutage(plan);
  await reportOrphans(cluster);
  await overloadReplica({ cluster, clients: 200, say: reportProgress });
  if (cluster.store.kind !== 'S3') throw new Error('NOT RUN: S3 stopped; there is no S3 server');
});

async function reportThroughput(cluster: ReplicaCluster): Promise<void> {
  const rows = [await measureThroughput(cluster, 15_000)];
  while (rows.length < 3) {
    await cluster.repository.grow();
    rows.push(await measureThroughput(cluster, 15_000));
  }
  console.log(formatThroughputTable(rows));
}

async function reportOrphans(cluster: ReplicaCluster): Promise<void> {
  const { used, orphansBefore, unfinishedBefore } = await sweepOrphans(cluster);
  reportProgress(
    `${orphansBefore} orphans and ${unfinishedBefore} unfinished uploads were swept; ${used} objects are used`,
  );
}
