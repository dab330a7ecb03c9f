// @holdfast/service-kit: what any long-running program of a node needs, whether or not it has an API.
export { DiskFullError, isDiskFull } from './disk/disk-full.ts';
export { diskMetrics, refusedWrites } from './disk/disk-metrics.ts';
export { createDiskSpace, type DiskSpace, type Room, type WatchedDisk } from './disk/disk-space.ts';
export {
  createHealth,
  type Health,
  type HealthOptions,
  type ProblemCount,
  STARTUP_STAGES,
  type StartupStatus,
} from './health/health.ts';
export { type Place, postgresPlace, whyNot } from './health/why-not.ts';
export { inParallel } from './limits/in-parallel.ts';
export { type Release, Semaphore } from './limits/semaphore.ts';
export { countDropped, type LineOutput, lineOutput } from './observe/line-output.ts';
export { createLog, type Log, type LogLevel } from './observe/log.ts';
export { stdoutLines } from './observe/log-output.ts';
export { type AbortedSide, buildInfo, createMetrics, type Metrics } from './observe/metrics.ts';
export { polledGauges } from './observe/polled-gauges.ts';
export { type MeasuredPool, poolMetrics } from './observe/pool-metrics.ts';
export { spoolMetrics } from './observe/spool-metrics.ts';
export { INERT_HEADERS } from './server/inert.ts';
export { dependencyMetrics, listenMetrics, readyMetric, toldByOneProcess } from './server/metrics-server.ts';
export { PROBES } from './server/probes.ts';
export { stopOnSignals, stopWhenTold } from './server/signals.ts';
export { startProbes } from './server/start-probes.ts';
export { type RunningServer, startServer } from './server/start-server.ts';
export * from './settings/index.ts';
export * from './text/index.ts';
export type { SharedWithWorker } from './workers/messages.ts';
export { type Primary, startPrimary } from './workers/primary.ts';
export { type WorkerPart, workerPart } from './workers/worker.ts';
export { workerMetrics } from './workers/worker-metrics.ts';
