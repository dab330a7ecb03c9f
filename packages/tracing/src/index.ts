// @holdfast/tracing: traces requests and calls, and exports the traces with OpenTelemetry.
export { createQueryHooks, startTracing } from './start-tracing.ts';
export type { RequestSpan, TracedCall, Tracing, TracingLog, TracingSettings } from './tracing.ts';
