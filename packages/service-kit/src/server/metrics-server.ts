// Serves /metrics and the health probes on a separate port, for operators' tools. The port has no authentication and
// must not be public.
import { createServer } from 'node:http';
import { Gauge } from 'prom-client';
import type { Health } from '../health/health.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { setSafeHeaders } from './safe-headers.ts';
import { type RunningServer, startServer } from './start-server.ts';

export interface MetricsServerOptions {
  readonly metrics: MetricsText;
  /** Returns the current health. Called for each probe. */
  readonly health: () => ProbedHealth;
  readonly host: string;
  readonly port: number;
  readonly log?: Log;
}

export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Starts the server. Stop it last, because its probes must report that the service is stopping. */
export function listenMetrics(options: MetricsServerOptions): Promise<RunningServer> {
  const { metrics, health } = options;
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000 },
    async (request, response) => {
      request.resume();
      setSafeHeaders(response);
      const path = (request.url ?? '').split('?')[0]!;
      const toProbeResult = Object.hasOwn(HEALTH_PROBES, path) ? HEALTH_PROBES[path]!(health()) : undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      } else if (toProbeResult !== undefined) {
        response
          .writeHead(toProbeResult.status, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(toProbeResult.body));
      } else if (path === '/metrics') {
        response.writeHead(200, { 'Content-Type': metrics.contentType }).end(await metrics.text());
      } else {
        response.writeHead(404).end();
      }
    },
  );
  return startServer(server, { host: options.host, port: options.port });
}

/** Returns the options of `listenMetrics` for a service that runs as a single process. */
export function createSingleProcessMetrics(
  { registry }: Metrics,
  health: Health,
): Pick<MetricsServerOptions, 'metrics' | 'health'> {
  return {
    metrics: { contentType: registry.contentType, text: () => registry.metrics() },
    health: () => {
      const { ready, started, readOnly, reasonInFull: reason } = health;
      return { ready, started, readOnly, reason };
    },
  };
}

/** Registers the metric of the service's readiness. */
export function registerReadyMetric({ registry }: Metrics, health: { readonly ready: boolean }): void {
  new Gauge({
    name: 'holdfast_service_ready',
    help: '1 while the service accepts requests; 0 while it starts, stops or lacks a dependency.',
    registers: [registry],
    collect() {
      this.set(health.ready ? 1 : 0);
    },
  });
}

/** Registers a metric per dependency, so that alerts can name the failed dependency. */
export function registerDependencyMetrics({ registry }: Metrics, health: Health): void {
  new Gauge({
    name: 'holdfast_dependency_up',
    help: '1 while the dependency passes the health checks.',
    labelNames: ['dependency'],
    registers: [registry],
    aggregator: 'min',
    collect() {
      for (const { name, passing } of health.dependencies) this.set({ dependency: name }, passing ? 1 : 0);
    },
  });
}

export interface ProbeResult {
  readonly status: 200 | 503;
  readonly body: { readonly status: 'ok' | 'unavailable'; readonly reason?: string };
}

/** Probes by path. They use the state in memory and never wait for a dependency. */
export const HEALTH_PROBES: { readonly [path: string]: (health: ProbedHealth) => ProbeResult } = {
  // Always succeeds: a process that can respond is alive.
  '/livez': () => probe(true, undefined),
  '/readyz': (health) => probe(health.ready, health.reason),
  // Fails if the service is read-only. Not for load balancing, because a read-only service can still serve reads.
  '/writez': (health) => probe(health.ready && health.readOnly === undefined, health.reason),
  '/startupz': (health) => probe(health.started, health.reason),
};

export type ProbedHealth = Pick<Health, 'ready' | 'started' | 'readOnly' | 'reason'>;

function probe(ok: boolean, reason: string | undefined): ProbeResult {
  if (ok) return { status: 200, body: { status: 'ok' } };
  return { status: 503, body: { status: 'unavailable', ...(reason === undefined ? {} : { reason }) } };
}

export interface ProbesOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
}

/** Starts the server for a program without an API. Stop it last, because its probes must report the stop. */
export function startProbes(
  metrics: Metrics,
  health: Health,
  options: ProbesOptions,
): Promise<RunningServer> {
  registerReadyMetric(metrics, health);
  registerDependencyMetrics(metrics, health);
  return listenMetrics({ ...createSingleProcessMetrics(metrics, health), ...options });
}
