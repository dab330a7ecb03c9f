// @holdfast/tracing: what the shell and the services tell of requests and calls, and OpenTelemetry, which sends it.
export { startTracing, tracedQueries } from './start-tracing.ts';
export type { RequestSpan, TracedCall, Tracing, TracingLog, TracingSettings } from './tracing.ts';
