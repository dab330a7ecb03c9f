// Usage: npm run drill -- rolling-restart [SECONDS]. Replaces 3 repository and 2 configuration services one after
// another for SECONDS (default 300), while clients of every kind continue. The services run from the contents of their
// images, on PostgreSQL and S3, with the timings of the Kubernetes manifests. Fails if a client that follows
// Retry-After fails, or an artifact is lost or duplicated.
import { startCluster } from '../replicas/cluster.ts';
import { runRollingRestart } from '../replicas/rolling-restart.ts';
import { runDrill } from '../support/run-drill.ts';

const seconds = Number(process.argv[2] ?? 300);
const reportProgress = (words: string) =>
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${words}`);

await runDrill(async () => {
  const cluster = await startCluster({ repositories: 3, configs: 2, isReal: true, say: reportProgress });
  const plan = { cluster, forMs: seconds * 1_000, longImportMs: 15_000, pauseMs: 40, say: reportProgress };
  const { replaced, done, waits, artifacts } = await runRollingRestart(plan);
  const requests = Object.values(done).reduce((sum, count) => sum + count, 0);
  reportProgress(
    `${replaced} replicas were replaced under ${requests} requests: none failed, ${waits} got 503 with Retry-After.`,
  );
  reportProgress(`${artifacts} artifacts: none lost, none doubled, all read back.`);
});
