// Traces: what the shell and the services tell of requests and of calls they make. Types only.
import type { IncomingHttpHeaders } from 'node:http';

export interface TracingSettings {
  /** Where an OTLP collector is; `/v1/traces` is appended. */
  readonly otlpEndpoint: string | undefined;
  /** Where the collector takes traces: this address is used as it is, and wins over `otlpEndpoint`. */
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

/** Where it is said that traces cannot be sent; a log of pino is one. */
export interface TracingLog {
  warn(members: { readonly err: unknown }, sentence: string): void;
  info(sentence: string): void;
}

export interface RequestEnd {
  readonly operation: string;
  readonly route: string | undefined;
  /** 0: none was sent. */
  readonly status: number;
  readonly outcome: 'ok' | 'error' | 'aborted';
}

export interface RequestSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Runs `work`; whatever it calls, now or later, belongs to the request. */
  run(work: () => void): void;
  end(how: RequestEnd): void;
}

/** A call to something else, such as `postgresql` `SELECT`. */
export interface TracedCall {
  readonly system: string;
  readonly operation: string;
  readonly outcome: 'ok' | 'error';
  readonly durationMs: number;
}

export interface Tracing {
  /** Continues the caller's trace when `traceparent` names one. */
  begin(method: string, requestId: string, headers: IncomingHttpHeaders): RequestSpan;
  /** The call is over, just now. Told of outside of a request it is left out. */
  called(call: TracedCall): void;
  /** Headers for requests to other services on behalf of the present one; empty outside of any request. */
  headers(): Record<string, string>;
  /** Sends what has not been sent, for a few seconds at most. Never rejects. */
  stop(): Promise<void>;
}
