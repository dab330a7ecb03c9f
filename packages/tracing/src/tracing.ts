// Tracing settings, and the interface through which services record traces.
import type { IncomingHttpHeaders } from 'node:http';

export interface TracingSettings {
  /** Base URL of an OTLP collector, to which `/v1/traces` is appended. */
  readonly otlpEndpoint: string | undefined;
  /** Complete URL for traces. Overrides `otlpEndpoint`. */
  readonly otlpTracesEndpoint: string | undefined;
  /** Headers of export requests: `name=value,name=value`, percent-encoded. */
  readonly otlpHeaders: string | undefined;
  readonly otelDisabled: boolean;
  readonly otelExporter: 'otlp' | 'none';
  readonly otelServiceName: string | undefined;
  /** Resource attributes: `name=value,name=value`, percent-encoded. */
  readonly otelResource: string | undefined;
  readonly otelSampler: string;
  /** Fraction of traces to sample, from 0 to 1. */
  readonly otelSamplerRatio: number;
}

/** Log for failed exports. A pino logger implements this interface. */
export interface TracingLog {
  warn(members: { readonly err: unknown }, sentence: string): void;
  info(sentence: string): void;
}

export interface RequestEnd {
  readonly operation: string;
  readonly route: string | undefined;
  /** HTTP status. 0 if no response was sent. */
  readonly status: number;
  readonly outcome: 'ok' | 'error' | 'aborted';
}

export interface RequestSpan {
  /** Trace ID: 32 hexadecimal digits. */
  readonly traceId: string;
  /** Runs `work`. Calls that `work` makes, even asynchronously, become part of this request's trace. */
  run(work: () => void): void;
  end(how: RequestEnd): void;
}

/** Call to another system, such as a PostgreSQL `SELECT`. */
export interface TracedCall {
  readonly system: string;
  readonly operation: string;
  readonly outcome: 'ok' | 'error';
  readonly durationMs: number;
}

export interface Tracing {
  /** Starts the span of a request. Continues the trace in the `traceparent` header, if there is one. */
  begin(method: string, requestId: string, headers: IncomingHttpHeaders): RequestSpan;
  /** Records a call that has just ended. Has no effect outside a request. */
  called(call: TracedCall): void;
  /** Returns trace headers for a request to another service. Returns an empty object outside a request. */
  headers(): Record<string, string>;
  /** Exports the remaining spans, within a few seconds. Does not reject. */
  stop(): Promise<void>;
}
