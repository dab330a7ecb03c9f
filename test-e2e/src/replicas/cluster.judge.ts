// Covers: services packages
// Shortened runs of `npm run drill -- rolling-restart` and of the tests of replicas in `npm run drill -- replicas`.
// outages.judge.ts tests outages of PostgreSQL and of the object store.
import { beforeAll, expect, it } from '@jest/globals';
import { type ReplicaCluster, startSmallCluster } from './cluster.ts';
import { killReplicas } from './killed-replica.ts';
import { overloadReplica } from './overload.ts';
import { runRollingRestart } from './rolling-restart.ts';

const ignoreProgress = () => undefined;
const patienceMs = 180_000;
let cluster: ReplicaCluster;
beforeAll(async () => {
  cluster = await startSmallCluster(ignoreProgress);
}, patienceMs);

it(
  'replaces every replica under load, and no client sees a failure',
  async () => {
    const plan = { cluster, forMs: 0, longImportMs: 1_000, pauseMs: 1_000, say: ignoreProgress };
    const { replaced, artifacts, done } = await runRollingRestart(plan);
    expect(replaced).toBe(4);
    expect(artifacts).toBeGreaterThan(0);
    expect(Math.min(...Object.values(done))).toBeGreaterThan(0);
  },
  patienceMs,
);

it(
  'keeps what was acknowledged of an import whose replica is killed, and takes the import again',
  () => killReplicas({ cluster, times: 1, records: 60, sendMs: 2_500, say: ignoreProgress }),
  patienceMs,
);

it(
  'tells clients to come again when there are too many, and serves them when they do',
  () => overloadReplica({ cluster, clients: 24, say: ignoreProgress }),
  patienceMs,
);
