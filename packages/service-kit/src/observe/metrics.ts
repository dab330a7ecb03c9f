// Prometheus metrics of requests and of the process. Other modules register their metrics in `registry`.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countDroppedLines } from './log.ts';

export type AbortingSide = 'request' | 'response';

/** Measurements of a finished request. `operation` is an operationId or a fixed word, never text from a client. */
export interface RequestMeasure {
  readonly operation: string;
  /** HTTP status. 0 if the client disconnected before the response. */
  readonly status: number;
  readonly durationMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly aborted: AbortingSide | undefined;
}

export interface Metrics {
  readonly registry: Registry;
  requestStarted(): void;
  requestEnded(measure: RequestMeasure): void;
}

/** Creates the registry. `processMetrics` (default true) adds event-loop lag, memory, CPU, handles and GC. */
export function createMetrics(options: { readonly processMetrics?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (options.processMetrics !== false) registerProcessMetrics(registry);
  const registers = [registry];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the response.',
    labelNames: ['operation', 'status_class'],
    // Wide range: reading an artifact takes a millisecond, an import may take hours.
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600],
    registers,
  });
  let inFlight = 0;
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Running requests.',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const totals = createRequestTotals(registry);
  registerLogMetrics(registry);
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Clients that disconnected while sending the request or reading the response.',
    labelNames: ['operation', 'side'],
    registers,
  });

  return {
    registry,
    requestStarted() {
      inFlight += 1;
    },
    requestEnded(measure) {
      const { operation } = measure;
      inFlight -= 1;
      duration.observe({ operation, status_class: statusClass(measure.status) }, measure.durationMs / 1000);
      totals.add(measure);
      if (measure.aborted !== undefined) aborted.inc({ operation, side: measure.aborted });
    },
  };
}

/**
 * Interval between samples of the event-loop lag. The default of 10 ms would wake an idle process 100 times a second.
 */
const LAG_SAMPLE_MS = 100;

function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  // For several processes, uses the largest event-loop lag and the earliest start time.
  const lags = ['', '_mean', '_p50', '_p90', '_p99'].map((of) => `nodejs_eventloop_lag${of}_seconds`);
  for (const name of lags) setAggregator(registry, name, 'max');
  setAggregator(registry, 'process_start_time_seconds', 'min');
}

function setAggregator(registry: Registry, name: string, aggregator: 'max' | 'min'): void {
  const metric = registry.getSingleMetric(name) as { aggregator: string } | undefined;
  if (metric !== undefined) metric.aggregator = aggregator;
}

const statusClass = (status: number): string => (status === 0 ? 'none' : `${Math.floor(status / 100)}xx`);

function registerLogMetrics(registry: Registry): void {
  new Counter({
    name: 'holdfast_log_lines_dropped_total',
    help: 'Log lines that were lost because they could not be written.',
    labelNames: ['log'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [log, lines] of Object.entries(countDroppedLines())) this.inc({ log }, lines);
    },
  });
}

/** Adds an info metric with the name and the version of the service. */
export function registerBuildInfo(
  { registry }: Metrics,
  { name, version }: { name: string; version: string },
): void {
  const info = new Gauge({
    name: 'holdfast_build_info',
    help: 'Always 1; the labels name the service and its version.',
    labelNames: ['service', 'version'],
    registers: [registry],
    aggregator: 'max',
  });
  info.set({ service: name, version }, 1);
}

interface Total {
  readonly operation: string;
  readonly status: number;
  count: number;
  requestBytes: number;
  responseBytes: number;
}

interface ResponseMeasure {
  readonly operation: string;
  /** HTTP status. 0 if the client disconnected before the response. */
  readonly status: number;
  requestBytes: number;
  responseBytes: number;
}

export interface RequestTotals {
  add(measure: ResponseMeasure): void;
}

export function createRequestTotals(registry: Registry): RequestTotals {
  const byOperation = new Map<string, Map<number, Total>>();
  const counter = (
    name: string,
    help: string,
    labelNames: string[],
    add: (of: Counter, total: Total) => void,
  ) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const byStatus of byOperation.values()) for (const total of byStatus.values()) add(this, total);
      },
    });
  counter(
    'http_request_bytes_total',
    'Bytes received on the connection, including headers.',
    ['operation'],
    (of, { operation, requestBytes }) => of.inc({ operation }, requestBytes),
  );
  counter(
    'http_response_bytes_total',
    'Bytes sent on the connection, including headers.',
    ['operation'],
    (of, { operation, responseBytes }) => of.inc({ operation }, responseBytes),
  );
  const labels = ['operation', 'status'];
  counter('http_responses_total', 'Answers, by operation and status.', labels, (of, total) => {
    const { operation, status, count } = total;
    // Requests whose client disconnected before the response have no status and are omitted.
    if (status !== 0) of.inc({ operation, status }, count);
  });
  return {
    add({ operation, status, requestBytes, responseBytes }) {
      const total = ensureTotal(byOperation, operation, status);
      total.count++;
      total.requestBytes += requestBytes;
      total.responseBytes += responseBytes;
    },
  };
}

function ensureTotal(byOperation: Map<string, Map<number, Total>>, operation: string, status: number): Total {
  const byStatus = byOperation.get(operation) ?? new Map<number, Total>();
  byOperation.set(operation, byStatus);
  const total = byStatus.get(status) ?? { operation, status, count: 0, requestBytes: 0, responseBytes: 0 };
  byStatus.set(status, total);
  return total;
}
