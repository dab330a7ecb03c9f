// The port for the operators' tools: /metrics, and the probes beside it. No authentication: keep it private.
import { createServer } from 'node:http';
import { Gauge } from 'prom-client';
import type { Health } from '../health/health.ts';
import { PROBES } from '../health/status.ts';
import { makeInert } from '../http/inert.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { type RunningServer, start } from './listen.ts';

export interface MetricsServerOptions {
  readonly metrics: Metrics;
  readonly health: Health;
  readonly host: string;
  readonly port: number;
  readonly log?: Log;
}

/** Shut it down last: its probes tell that the service is stopping. */
export function listenMetrics(options: MetricsServerOptions): Promise<RunningServer> {
  const { registry } = options.metrics;
  healthMetrics(options.metrics, options.health);
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000 },
    async (request, response) => {
      request.resume();
      makeInert(response);
      const path = (request.url ?? '').split('?')[0]!;
      const { ready, started, readOnly, reasonInFull: reason } = options.health;
      const probe = Object.hasOwn(PROBES, path)
        ? PROBES[path]!({ ready, started, readOnly, reason })
        : undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      } else if (probe !== undefined) {
        response
          .writeHead(probe.status, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(probe.body));
      } else if (path === '/metrics') {
        response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
      } else {
        response.writeHead(404).end();
      }
    },
  );
  return start(server, options);
}

/** Shows as metrics what the readiness probe knows, so that an alert can say which dependency is gone. */
function healthMetrics({ registry }: Metrics, health: Health): void {
  const registers = [registry];
  new Gauge({
    name: 'service_ready',
    help: '1 while the service takes requests, 0 while it starts, stops or lacks something it depends on.',
    registers,
    collect() {
      this.set(health.ready ? 1 : 0);
    },
  });
  new Gauge({
    name: 'dependency_up',
    help: '1 while the dependency can be used, as the readiness probe sees it.',
    labelNames: ['dependency'],
    registers,
    collect() {
      for (const { name, passing } of health.dependencies) this.set({ dependency: name }, passing ? 1 : 0);
    },
  });
}
