// Both services in several replicas, each behind its proxy, on one PostgreSQL and one object store.
import { type OwnPostgres, ownPostgres } from '@holdfast/testkit';
import { builtImage, type ServiceName } from '../images/built-image.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type ObjectStoreFixture, objectStoreFixture } from './object-store-fixture.ts';
import { fastPacing, type Pacing, pacingOf } from './pacing.ts';

export interface Cluster {
  readonly postgres: OwnPostgres;
  readonly store: ObjectStoreFixture;
  readonly repository: Fleet;
  readonly config: Fleet;
  readonly pacing: Pacing;
}

export interface ClusterPlan {
  readonly repositories: number;
  readonly configs: number;
  /** From what the images hold, at the pace of the manifests; otherwise from the build, and fast. */
  readonly isReal: boolean;
  /** Settings of the repository services. */
  readonly env?: Readonly<Record<string, string>>;
  say(words: string): void;
}

const segments = { SEGMENT_RECORDS: '50', SEGMENT_AGE: '100ms' };

/** Two of each service, fast: for the short forms of drills. */
export function smallCluster(say: ClusterPlan['say']): Promise<Cluster> {
  return startCluster({ repositories: 2, configs: 2, isReal: false, env: segments, say });
}

/** All ready. Stopped at the end of the test file. */
export async function startCluster(plan: ClusterPlan): Promise<Cluster> {
  const [postgres, store] = await Promise.all([ownPostgres(), objectStoreFixture()]);
  const fleet = async (service: ServiceName, count: number, env: Readonly<Record<string, string>>) => {
    const pacing = plan.isReal ? await pacingOf(service) : fastPacing;
    const common = { DATABASE_URL: postgres.server.url, ...(!plan.isReal && { HEALTH_INTERVAL: '400ms' }) };
    const folder = plan.isReal ? { folder: await builtImage(service) } : {};
    if (plan.isReal) plan.say(`the image of ${service} is built`);
    const place = { env: { ...common, ...env }, ...folder, volumes: store.volumes };
    return startFleet(service, place, pacing, count);
  };
  // Objects stay where they are: the store is compared with what artifacts say of where they lie.
  const ofRepository = { ...store.env, CODEC_THREADS: '1', COMPACTION_PERIOD: 'off', ...plan.env };
  const repository = await fleet('repository-service', plan.repositories, ofRepository);
  const config = await fleet('config-service', plan.configs, {});
  plan.say(
    `${plan.repositories} repository and ${plan.configs} configuration services are ready, on ${store.kind}`,
  );
  const pacing = plan.isReal ? await pacingOf('repository-service') : fastPacing;
  return { postgres, store, repository, config, pacing };
}
