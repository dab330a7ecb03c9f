// The port for the operators' tools: /metrics, and the probes beside it. No authentication: keep it private.
import { createServer } from 'node:http';
import { Gauge } from 'prom-client';
import type { Health } from '../health/health.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { makeInert } from './inert.ts';
import { type RunningServer, startServer } from './start-server.ts';

export interface MetricsServerOptions {
  readonly metrics: ToldMetrics;
  /** Asked at each probe. */
  readonly health: () => Probed;
  readonly host: string;
  readonly port: number;
  readonly log?: Log;
}

export interface ToldMetrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Shut it down last: its probes tell that the service is stopping. */
export function listenMetrics(options: MetricsServerOptions): Promise<RunningServer> {
  const { metrics, health } = options;
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000 },
    async (request, response) => {
      request.resume();
      makeInert(response);
      const path = (request.url ?? '').split('?')[0]!;
      const probe = Object.hasOwn(PROBES, path) ? PROBES[path]!(health()) : undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      } else if (probe !== undefined) {
        response
          .writeHead(probe.status, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(probe.body));
      } else if (path === '/metrics') {
        response.writeHead(200, { 'Content-Type': metrics.contentType }).end(await metrics.text());
      } else {
        response.writeHead(404).end();
      }
    },
  );
  return startServer(server, { host: options.host, port: options.port });
}

/** The metrics and the health of a service that is one process. */
export function toldByOneProcess(
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

/** Shows as a metric what the readiness probe says. */
export function readyMetric({ registry }: Metrics, health: { readonly ready: boolean }): void {
  new Gauge({
    name: 'holdfast_service_ready',
    help: '1 while the service takes requests, 0 while it starts, stops or lacks something it depends on.',
    registers: [registry],
    collect() {
      this.set(health.ready ? 1 : 0);
    },
  });
}

/** Shows as metrics what readiness depends on, so that an alert can say which dependency is gone. */
export function dependencyMetrics({ registry }: Metrics, health: Health): void {
  new Gauge({
    name: 'holdfast_dependency_up',
    help: '1 while the dependency can be used, as the readiness probe sees it.',
    labelNames: ['dependency'],
    registers: [registry],
    aggregator: 'min',
    collect() {
      for (const { name, passing } of health.dependencies) this.set({ dependency: name }, passing ? 1 : 0);
    },
  });
}

export interface Probe {
  readonly status: 200 | 503;
  readonly body: { readonly status: 'ok' | 'unavailable'; readonly reason?: string };
}

/** Keyed by path. Answered from memory: a probe never waits on a dependency. */
export const PROBES: { readonly [path: string]: (health: Probed) => Probe } = {
  // That this can be asked and answered at all is what being alive means.
  '/livez': () => probe(true, undefined),
  '/readyz': (health) => probe(health.ready, health.reason),
  // Not for taking a service out of the way: what it cannot store it can still read.
  '/writez': (health) => probe(health.ready && health.readOnly === undefined, health.reason),
  '/startupz': (health) => probe(health.started, health.reason),
};

export type Probed = Pick<Health, 'ready' | 'started' | 'readOnly' | 'reason'>;

function probe(ok: boolean, reason: string | undefined): Probe {
  if (ok) return { status: 200, body: { status: 'ok' } };
  return { status: 503, body: { status: 'unavailable', ...(reason === undefined ? {} : { reason }) } };
}

export interface ProbesOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
}

/** Shut it down last: its probes tell that the program is stopping. */
export function startProbes(
  metrics: Metrics,
  health: Health,
  options: ProbesOptions,
): Promise<RunningServer> {
  readyMetric(metrics, health);
  dependencyMetrics(metrics, health);
  return listenMetrics({ ...toldByOneProcess(metrics, health), ...options });
}
