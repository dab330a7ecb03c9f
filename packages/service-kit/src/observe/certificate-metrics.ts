// Metric of the TLS certificate that a service presents.
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

/**
 * `endsMs` returns the time at which the certificate in use expires, in milliseconds since the epoch. Undefined without
 * TLS.
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
