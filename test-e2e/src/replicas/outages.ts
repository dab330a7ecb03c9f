// Outages that replicas must survive: no PostgreSQL, no S3 server, or no free database connection.
import { occupyAllConnections } from '@holdfast/testkit';
import { type Outage, type OutageOutcome, outage } from './outage.ts';

export type Plan = Pick<Outage, 'cluster' | 'forMs' | 'loadMs' | 'pauseMs' | 'say'>;

export function postgresRestarted(plan: Plan): Promise<OutageOutcome> {
  const { postgres } = plan.cluster;
  return outage({
    ...plan,
    name: 'PostgreSQL restarted',
    begin: () => postgres.server.stop(),
    end: async () => {
      await postgres.restart();
    },
  });
}

export function storeStopped(plan: Plan): Promise<OutageOutcome> {
  const { store } = plan.cluster;
  return outage({ ...plan, name: 'S3 stopped', begin: () => store.stop(), end: () => store.start() });
}

export function connectionsExhausted(plan: Plan): Promise<OutageOutcome> {
  let held: Awaited<ReturnType<typeof occupyAllConnections>> | undefined;
  return outage({
    ...plan,
    name: 'no connection free',
    begin: async () => {
      held = await occupyAllConnections(plan.cluster.postgres.server.url);
    },
    end: async () => held?.release(),
  });
}
