// Metrics and probes of a program that serves nothing else.
import type { Health } from '../health/health.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { dependencyMetrics, listenMetrics, readyMetric, toldByOneProcess } from './metrics-server.ts';
import type { RunningServer } from './start-server.ts';

export interface ProbesOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
}

/** Shut it down last: its probes tell that the program is stopping. */
export function startProbes(
  metrics: Metrics,
  health: Health,
  options: ProbesOptions,
): Promise<RunningServer> {
  readyMetric(metrics, health);
  dependencyMetrics(metrics, health);
  return listenMetrics({ ...toldByOneProcess(metrics, health), ...options });
}
