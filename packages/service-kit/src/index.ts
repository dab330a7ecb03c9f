// @holdfast/service-kit: code shared by all long-running programs of a node, with or without an HTTP API.

export { createRefusedWriteCounter, registerDiskMetrics } from './disk/disk-metrics.ts';
export {
  createDiskSpace,
  DiskFullError,
  type DiskSpace,
  isDiskFull,
  listServiceDisks,
  type StorageSpace,
  type WatchedDisk,
} from './disk/disk-space.ts';
export {
  type DependencyLocation,
  explainFailure,
  findFailureCode,
  toPostgresLocation,
} from './health/explain-failure.ts';
export {
  createHealth,
  type Health,
  type HealthSettings,
  type ProblemCount,
  STARTUP_STAGES,
  type StartupStatus,
} from './health/health.ts';
export { runInParallel } from './limits/in-parallel.ts';
export { type ReleaseSlot, Semaphore } from './limits/semaphore.ts';
export { createGuardedLookup, GuardedAddressError, isPermittedHost } from './net/guarded-addresses.ts';
export { ResponseTooLongError, readResponse, sendGet } from './net/http-get.ts';
export { registerCertificateMetrics } from './observe/certificate-metrics.ts';
export {
  createLineOutput,
  createLog,
  includeDroppedLines,
  type LineOutput,
  type Log,
  type LogLevel,
  openStdoutLines,
} from './observe/log.ts';
export { createFailedProviderLoginCounter } from './observe/login-metrics.ts';
export { type AbortingSide, createMetrics, type Metrics, registerBuildInfo } from './observe/metrics.ts';
export { registerPolledGauges, registerSpoolMetrics } from './observe/polled-gauges.ts';
export { createPoolMetrics, type MeasuredPool } from './observe/pool-metrics.ts';
export {
  createSingleProcessMetrics,
  HEALTH_PROBES,
  listenMetrics,
  registerDependencyMetrics,
  registerReadyMetric,
  startProbes,
} from './server/metrics-server.ts';
export { callWhenSecured } from './server/on-secured.ts';
export { SAFE_HEADERS } from './server/safe-headers.ts';
export { stopOnRequest, stopOnSignals } from './server/signals.ts';
export { type RunningServer, startServer } from './server/start-server.ts';
export * from './settings/index.ts';
export * from './text/index.ts';
export type { SharedWorkerState } from './workers/messages.ts';
export { type PrimaryProcess, startPrimary } from './workers/primary.ts';
export { connectToPrimary, type WorkerContext } from './workers/worker.ts';
export { registerWorkerMetrics } from './workers/worker-metrics.ts';
