// Exports traces with OpenTelemetry. No other file imports OpenTelemetry. This file is loaded only if tracing is on.
// The only client data in spans are the request's method, request ID and trace ID.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RequestEnd, Tracing, TracingLog, TracingSettings } from './tracing.ts';

/** Time limit of an export request. */
const SEND_TIMEOUT_MS = 5_000;
/** Time limit for exporting the remaining spans at shutdown. */
const STOP_TIMEOUT_MS = 5_000;

export function createOpenTelemetryTracing(
  settings: TracingSettings & { readonly url: string },
  service: { readonly name: string; readonly version: string },
  log: TracingLog,
): Tracing {
  const provider = createTracerProvider(settings, service, log);
  const tracer = provider.getTracer('holdfast', service.version);
  const propagator = new W3CTraceContextPropagator();
  const present = new AsyncLocalStorage<Context>();
  return {
    begin(method, requestId, headers) {
      const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method, 'holdfast.request_id': requestId };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller);
      const within = trace.setSpan(caller, span);
      return {
        traceId: span.spanContext().traceId,
        run: (work) => present.run(within, work),
        end: (how) => endRequest(span, method, how),
      };
    },
    called({ system, operation, outcome, durationMs }) {
      const within = present.getStore();
      if (within === undefined) return;
      const endMs = Date.now();
      const startTime = endMs - durationMs;
      const attributes = { 'db.system.name': system, 'db.operation.name': operation };
      const options = { kind: SpanKind.CLIENT, startTime, attributes };
      const span = tracer.startSpan(`${system} ${operation}`, options, within);
      if (outcome === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endMs);
    },
    headers() {
      const carrier: Record<string, string> = {};
      const within = present.getStore();
      if (within !== undefined) propagator.inject(within, carrier, defaultTextMapSetter);
      return carrier;
    },
    async stop() {
      const stopped = provider.shutdown().catch((error: unknown) => {
        log.warn({ err: error }, 'the last traces could not be sent');
      });
      await Promise.race([stopped, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

function endRequest(span: Span, method: string, { operation, route, status, outcome }: RequestEnd): void {
  span.updateName(route === undefined ? method : `${method} ${route}`);
  span.setAttributes({
    'holdfast.operation': operation,
    'holdfast.outcome': outcome,
    ...(route === undefined ? {} : { 'http.route': route }),
    ...(status === 0 ? {} : { 'http.response.status_code': status }),
  });
  if (status >= 500 || (status === 0 && outcome === 'error')) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function createTracerProvider(
  settings: TracingSettings & { readonly url: string },
  service: { readonly name: string; readonly version: string },
  log: TracingLog,
): TracerProvider {
  const { url, otlpHeaders, otelServiceName, otelResource } = settings;
  const resource = resourceFromAttributes({
    ...parsePairList(otelResource),
    'service.name': otelServiceName ?? service.name,
    'service.version': service.version,
  });
  const sender = new OTLPTraceExporter({
    url,
    headers: parsePairList(otlpHeaders),
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const exporter = createLoggingExporter(sender, log);
  return new TracerProvider({
    resource,
    sampler: createSampler(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
}

/** Returns the sampler for the value of OTEL_TRACES_SAMPLER. */
export function createSampler({
  otelSampler,
  otelSamplerRatio,
}: Pick<TracingSettings, 'otelSampler' | 'otelSamplerRatio'>): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(otelSampler)!;
  const root = createRootSampler(kind!, otelSamplerRatio);
  return parentBased === undefined ? root : new ParentBasedSampler({ root });
}

function createRootSampler(kind: string, ratio: number): Sampler {
  if (kind === 'always_off') return new AlwaysOffSampler();
  return kind === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

/** Logs the first failed export, and the first successful one after failures. */
function createLoggingExporter(exporter: SpanExporter, log: TracingLog): SpanExporter {
  let failing = false;
  const report = ({ code, error }: ExportResult): void => {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !failing) log.warn({ err: error }, 'traces cannot be sent');
    if (!failed && failing) log.info('traces can be sent again');
    failing = failed;
  };
  return {
    export: (spans: ReadableSpan[], done) => {
      exporter.export(spans, (result) => {
        report(result);
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Parses OpenTelemetry's percent-encoded list format `name=value,name=value`. As specified, skips invalid pairs. */
export function parsePairList(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    return name === '' ? [] : [[name, decodePercentEncoding(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decodePercentEncoding(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
