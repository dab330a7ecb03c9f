// Metrics of the PostgreSQL connection pool.
import { Gauge, Histogram } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Properties of a connection pool that are exported as metrics. */
export interface MeasuredPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface PoolMetrics {
  /** Records a wait for a connection, even if it failed. */
  waited(durationMs: number): void;
  watch(pool: MeasuredPool, limit: number): void;
}

export function createPoolMetrics({ registry }: Metrics): PoolMetrics {
  const registers = [registry];
  const waits = new Histogram({
    name: 'holdfast_database_pool_wait_seconds',
    help: 'Time that requests waited for a database connection while all connections were in use.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers,
  });
  return {
    waited: (durationMs) => waits.observe(durationMs / 1000),
    watch: (pool, limit) => {
      const gauge = (name: string, help: string, value: () => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(value());
          },
        });
      gauge('holdfast_database_pool_in_use', 'Database connections in use.', () => {
        return pool.totalCount - pool.idleCount;
      });
      gauge(
        'holdfast_database_pool_idle',
        'Database connections that are open and not in use.',
        () => pool.idleCount,
      );
      gauge(
        'holdfast_database_pool_waiting',
        'Requests that wait for a database connection.',
        () => pool.waitingCount,
      );
      gauge('holdfast_database_pool_limit', 'Maximum number of open database connections.', () => limit);
    },
  };
}
