// @holdfast/service-kit: what every long-running program of a node needs, with or without an API.

export { diskMetrics, refusedWrites } from './disk/disk-metrics.ts';
export {
  createDiskSpace,
  DiskFullError,
  type DiskSpace,
  isDiskFull,
  type Room,
  type WatchedDisk,
} from './disk/disk-space.ts';
export { type DependencyLocation, explainFailure, postgresPlace } from './health/explain-failure.ts';
export {
  createHealth,
  type Health,
  type HealthOptions,
  type ProblemCount,
  STARTUP_STAGES,
  type StartupStatus,
} from './health/health.ts';
export { inParallel } from './limits/in-parallel.ts';
export { type Release, Semaphore } from './limits/semaphore.ts';
export { certificateMetrics } from './observe/certificate-metrics.ts';
export { countDropped, type LineOutput, lineOutput, stdoutLines } from './observe/line-output.ts';
export { createLog, type Log, type LogLevel } from './observe/log.ts';
export { type AbortedSide, buildInfo, createMetrics, type Metrics } from './observe/metrics.ts';
export { polledGauges, spoolMetrics } from './observe/polled-gauges.ts';
export { type MeasuredPool, poolMetrics } from './observe/pool-metrics.ts';
export {
  dependencyMetrics,
  exposeOneProcess,
  listenMetrics,
  PROBES,
  readyMetric,
  startProbes,
} from './server/metrics-server.ts';
export { onSecured } from './server/on-secured.ts';
export { SAFE_HEADERS } from './server/safe-headers.ts';
export { stopOnRequest, stopOnSignals } from './server/signals.ts';
export { type RunningServer, startServer } from './server/start-server.ts';
export * from './settings/index.ts';
export * from './text/index.ts';
export type { SharedWithWorker } from './workers/messages.ts';
export { type Primary, startPrimary } from './workers/primary.ts';
export { type WorkerPart, workerPart } from './workers/worker.ts';
export { workerMetrics } from './workers/worker-metrics.ts';
