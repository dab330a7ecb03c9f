// Covers: services packages
// Shortened run of the outages of PostgreSQL and of the object store in `npm run drill -- replicas`.
import { beforeAll, expect, it } from '@jest/globals';
import { type ReplicaCluster, startSmallCluster } from './cluster.ts';
import { hasS3 } from './object-store-fixture.ts';
import { sweepOrphans } from './orphans.ts';
import { runConnectionOutage, runPostgresOutage, runStoreOutage } from './outages.ts';

const ignoreProgress = () => undefined;
const patienceMs = 180_000;
let cluster: ReplicaCluster;
beforeAll(async () => {
  cluster = await startSmallCluster(ignoreProgress);
}, patienceMs);

const outage = () => ({ cluster, forMs: 0, loadMs: 600, pauseMs: 300, say: ignoreProgress });

it(
  'says clearly that PostgreSQL is away, and goes on by itself when it is back',
  async () => {
    const { counts, judgement } = await runPostgresOutage(outage());
    expect(Object.keys(counts).length).toBeGreaterThan(0);
    expect(judgement.artifacts).toBeGreaterThan(0);
  },
  patienceMs,
);

// Without an S3 server, the fixture prints that it uses a folder.
const itOnS3 = (await hasS3()) ? it : it.skip;
itOnS3(
  'says clearly that the object store is away, goes on by itself, and leaves no orphan after the sweep',
  async () => {
    const { counts, judgement } = await runStoreOutage(outage());
    expect(Object.keys(counts).length).toBeGreaterThan(0);
    expect(judgement.artifacts).toBeGreaterThan(0);
    expect((await sweepOrphans(cluster)).used).toBeGreaterThan(0);
  },
  patienceMs,
);

it(
  'says clearly that PostgreSQL has no connection left, and goes on by itself when it has',
  async () => {
    const { counts } = await runConnectionOutage(outage());
    expect(Object.keys(counts).length).toBeGreaterThan(0);
  },
  patienceMs,
);
