// The short form of `npm run drill -- rolling-restart` and `npm run drill -- replicas`.
import { beforeAll, expect, it } from '@jest/globals';
import { type Cluster, segments, startCluster } from './cluster.ts';
import { rollingRestart } from './rolling-restart.ts';

const say = () => undefined;
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ repositories: 3, configs: 2, isReal: false, env: segments, say });
}, 120_000);

it('replaces every replica under load, and no client sees a failure', async () => {
  const plan = { cluster, forMs: 0, longImportMs: 800, pauseMs: 100, say };
  const { replaced, artifacts, done } = await rollingRestart(plan);
  expect(replaced).toBeGreaterThanOrEqual(5);
  expect(artifacts).toBeGreaterThan(0);
  expect(Math.min(...Object.values(done))).toBeGreaterThan(0);
}, 180_000);
