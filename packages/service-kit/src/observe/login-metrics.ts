// Metrics of logins through an OpenID Connect provider.
import { Counter } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Counts failed console logins through a provider, by reason. Starts with zero for each of `reasons`. */
export function createFailedProviderLoginCounter<Reason extends string>(
  { registry }: Metrics,
  reasons: readonly Reason[],
): (reason: Reason) => void {
  const failed = new Counter({
    name: 'holdfast_provider_logins_failed_total',
    help: 'Failed logins to the console through the OpenID Connect provider.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of reasons) failed.inc({ reason }, 0);
  return (reason) => failed.inc({ reason });
}
