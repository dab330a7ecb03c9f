// @holdfast/tracing: traces of requests and calls, sent by OpenTelemetry.
export { startTracing, tracedQueries } from './start-tracing.ts';
export type { RequestSpan, TracedCall, Tracing, TracingLog, TracingSettings } from './tracing.ts';
