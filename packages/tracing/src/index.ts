// @holdfast/tracing: traces of requests and calls, sent with OpenTelemetry.
export { createQueryHooks, startTracing } from './start-tracing.ts';
export type { RequestSpan, TracedCall, Tracing, TracingLog, TracingSettings } from './tracing.ts';
