// The probes of a process: what each path answers.
import type { Health } from '../health/health.ts';

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
