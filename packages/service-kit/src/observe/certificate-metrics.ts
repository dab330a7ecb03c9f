// Metric of the expiry time of the service's TLS certificate.
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

/**
 * Registers the metric. `endsMs` returns the expiry time of the current certificate, as Unix time in milliseconds, and
 * is undefined without TLS.
 */
export function registerCertificateMetrics({ registry }: Metrics, endsMs: (() => number) | undefined): void {
  new Gauge({
    name: 'holdfast_tls_certificate_end_timestamp_seconds',
    help: 'End of the TLS certificate in use, in seconds since the epoch; +Inf without TLS.',
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.set(endsMs === undefined ? Number.POSITIVE_INFINITY : Math.floor(endsMs() / 1000));
    },
  });
}
