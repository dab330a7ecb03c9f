// Outages that replicas must survive: no PostgreSQL, no S3 server, no free database connection.
import { occupyAllConnections } from '@holdfast/testkit';
import { type Outage, type OutageOutcome, runOutage } from './outage.ts';

export type OutagePlan = Pick<Outage, 'cluster' | 'forMs' | 'loadMs' | 'pauseMs' | 'say'>;

export function runPostgresOutage(plan: OutagePlan): Promise<OutageOutcome> {
  const { postgres } = plan.cluster;
  return runOutage({
    ...plan,
    name: 'PostgreSQL restarted',
    begin: () => postgres.server.stop(),
    end: async () => {
      await postgres.restart();
    },
  });
}

export function runStoreOutage(plan: OutagePlan): Promise<OutageOutcome> {
  const { store } = plan.cluster;
  return runOutage({ ...plan, name: 'S3 stopped', begin: () => store.stop(), end: () => store.start() });
}

export function runConnectionOutage(plan: OutagePlan): Promise<OutageOutcome> {
  let held: Awaited<ReturnType<typeof occupyAllConnections>> | undefined;
  return runOutage({
    ...plan,
    name: 'no connection free',
    begin: async () => {
      held = await occupyAllConnections(plan.cluster.postgres.server.url);
    },
    end: async () => held?.release(),
  });
}
