// @holdfast/tracing: traces of requests and calls, sent by OpenTelemetry.
export { createQueryHooks, startTracing } from './start-tracing.ts';
export type { RequestSpan, TracedCall, Tracing, TracingLog, TracingSettings } from './tracing.ts';
