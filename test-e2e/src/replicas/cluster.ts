// Starts several replicas of both services on one PostgreSQL and one object store. Each service has its own proxy.
import { startTestPostgres, type TestPostgresServer } from '@holdfast/testkit';
import { buildImage, type ServiceName } from '../images/built-image.ts';
import { type ReplicaFleet, startFleet } from './fleet.ts';
import { type ObjectStoreFixture, openObjectStoreFixture } from './object-store-fixture.ts';
import { type ClusterPacing, fastPacing, readPacing } from './pacing.ts';

export interface ReplicaCluster {
  readonly postgres: TestPostgresServer;
  readonly store: ObjectStoreFixture;
  readonly repository: ReplicaFleet;
  readonly config: ReplicaFleet;
  readonly pacing: ClusterPacing;
}

export interface ClusterPlan {
  readonly repositories: number;
  readonly configs: number;
  /**
   * Whether to run the contents of the images with the timings of the Kubernetes manifests. Otherwise runs the build
   * with short timings.
   */
  readonly isReal: boolean;
  /** Additional settings of the repository service. */
  readonly env?: Readonly<Record<string, string>>;
  say(words: string): void;
}

const segments = { SEGMENT_RECORDS: '50', SEGMENT_AGE: '100ms' };

/** Starts two replicas of each service with short timings, for shortened runs of the drills. */
export function startSmallCluster(say: ClusterPlan['say']): Promise<ReplicaCluster> {
  return startCluster({ repositories: 2, configs: 2, isReal: false, env: segments, say });
}

/** Starts the replicas. Resolves when all of them are ready. They stop at the end of the test file. */
export async function startCluster(plan: ClusterPlan): Promise<ReplicaCluster> {
  const [postgres, store] = await Promise.all([startTestPostgres(), openObjectStoreFixture()]);
  const fleet = async (service: ServiceName, count: number, env: Readonly<Record<string, string>>) => {
    const pacing = plan.isReal ? await readPacing(service) : fastPacing;
    const common = { DATABASE_URL: postgres.server.url, ...(!plan.isReal && { HEALTH_INTERVAL: '400ms' }) };
    const folder = plan.isReal ? { folder: await buildImage(service) } : {};
    if (plan.isReal) plan.say(`the image of ${service} is built`);
    const place = { env: { ...common, ...env }, ...folder, volumes: store.volumes };
    return startFleet(service, place, pacing, count);
  };
  // Disables compaction, because the drill compares the objects in the store with the storage URLs of the artifacts.
  const ofRepository = { ...store.env, CODEC_THREADS: '1', COMPACTION_PERIOD: 'off', ...plan.env };
  const repository = await fleet('repository-service', plan.repositories, ofRepository);
  const config = await fleet('config-service', plan.configs, {});
  plan.say(
    `${plan.repositories} repository and ${plan.configs} configuration services are ready, on ${store.kind}`,
  );
  const pacing = plan.isReal ? await readPacing('repository-service') : fastPacing;
  return { postgres, store, repository, config, pacing };
}
