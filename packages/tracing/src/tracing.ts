// Interface between the services and tracing.
import type { IncomingHttpHeaders } from 'node:http';

export interface TracingSettings {
  /** Address of an OTLP collector, without `/v1/traces`, which is appended. */
  readonly otlpEndpoint: string | undefined;
  /** Complete address for traces. Takes precedence over `otlpEndpoint`. */
  readonly otlpTracesEndpoint: string | undefined;
  /** `name=value,name=value`, percent-encoded. */
  readonly otlpHeaders: string | undefined;
  readonly otelDisabled: boolean;
  readonly otelExporter: 'otlp' | 'none';
  readonly otelServiceName: string | undefined;
  /** `name=value,name=value`, percent-encoded. */
  readonly otelResource: string | undefined;
  readonly otelSampler: string;
  /** 0 to 1. */
  readonly otelSamplerRatio: number;
}

/** Log for failures to send traces. A pino logger implements it. */
export interface TracingLog {
  warn(members: { readonly err: unknown }, sentence: string): void;
  info(sentence: string): void;
}

export interface RequestEnd {
  readonly operation: string;
  readonly route: string | undefined;
  /** 0 if no status was sent. */
  readonly status: number;
  readonly outcome: 'ok' | 'error' | 'aborted';
}

export interface RequestSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Runs `work`. All calls that it starts, even later ones, belong to the request. */
  run(work: () => void): void;
  end(how: RequestEnd): void;
}

/** A call to another system, such as `postgresql` `SELECT`. */
export interface TracedCall {
  readonly system: string;
  readonly operation: string;
  readonly outcome: 'ok' | 'error';
  readonly durationMs: number;
}

export interface Tracing {
  /** Starts a span. If the `traceparent` header names a trace, the span continues it. */
  begin(method: string, requestId: string, headers: IncomingHttpHeaders): RequestSpan;
  /** Records a call that has just ended. Does nothing outside a request. */
  called(call: TracedCall): void;
  /** Returns headers for requests to other services on behalf of the current request. Empty outside a request. */
  headers(): Record<string, string>;
  /** Sends the remaining spans, for a few seconds at most. Never rejects. */
  stop(): Promise<void>;
}
