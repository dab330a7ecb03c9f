// What the readiness probe knows, as metrics: so that an alert can say which dependency is gone.
import { Gauge } from 'prom-client';
import type { Metrics } from '../observe/metrics.ts';
import type { Health } from './health.ts';

export function healthMetrics({ registry }: Metrics, health: Health): void {
  const registers = [registry];
  new Gauge({
    name: 'service_ready',
    help: '1 while the service takes requests, 0 while it starts, stops or lacks something it depends on.',
    registers,
    collect() {
      this.set(health.ready ? 1 : 0);
    },
  });
  new Gauge({
    name: 'dependency_up',
    help: '1 while the dependency can be used, as the readiness probe sees it.',
    labelNames: ['dependency'],
    registers,
    collect() {
      for (const { name, passing } of health.dependencies) this.set({ dependency: name }, passing ? 1 : 0);
    },
  });
}
