// Metrics of replay: index look-ups and the read replica.
import type { ReadReplica, ReplicaReadOutcome } from '@holdfast/pg-kit';
import type { Metrics } from '@holdfast/service-kit';
import { Counter, Gauge } from 'prom-client';

type OnLookup = (kind: 'cdxa' | 'cdxb' | 'warc', found: boolean) => void;

export function createReplayMetrics({ registry }: Metrics): OnLookup {
  const lookups = new Counter({
    name: 'holdfast_replay_lookups_total',
    help: 'Queries of replay tools, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  for (const kind of ['cdxa', 'cdxb', 'warc']) {
    for (const outcome of ['found', 'nothing']) lookups.inc({ kind, outcome }, 0);
  }
  return (kind, found) => lookups.inc({ kind, outcome: found ? 'found' : 'nothing' });
}

/** Creates the metrics. Without a replica, the counters stay at 0 and the lag is absent. */
export function createReplicaMetrics({ registry }: Metrics) {
  const registers = [registry];
  let replica: ReadReplica | undefined;
  const lag = new Gauge({
    name: 'holdfast_database_read_replica_lag_seconds',
    help: 'Maximum age of results from the read replica; absent without a replica, and until the age is known.',
    registers,
    aggregator: 'max',
    collect() {
      if (replica?.lagMs !== undefined) this.set(replica.lagMs / 1000);
    },
  });
  lag.remove();
  const reads = new Counter({
    name: 'holdfast_database_replica_reads_total',
    help: 'Reads that the replica could serve: answered by the replica, repeated on the primary after a failure, or sent only to the primary.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['answered', 'repeated', 'primary']) reads.inc({ outcome }, 0);
  return {
    watch: (one: ReadReplica): void => {
      replica = one;
    },
    onRead: (outcome: ReplicaReadOutcome): void => reads.inc({ outcome }),
  };
}
