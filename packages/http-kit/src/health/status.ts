// The answers about the service itself: apiStatus as the interface documents give it, and the probes.
import type { Contract, ServiceName } from '../contract/contract.ts';
import type { Health, ProblemCount, StartupStatus } from './health.ts';

export interface ApiStatus {
  readonly apiVersion: string;
  readonly ready: boolean;
  readonly componentName: string;
  readonly componentVersion: string;
  readonly systemVersion?: string;
  readonly serviceName: string;
  /** Milliseconds since the epoch. */
  readonly readyTime?: number;
  readonly reason?: string;
  readonly startupStatus: StartupStatus;
  /** Beyond the interface; present while the service loads anew what it goes by. `since` is ISO 8601. */
  readonly loading?: { readonly since: string };
  /** Extension; present while the service has problems with its content. `reason` names the first ones. */
  readonly problems?: readonly ProblemCount[];
}

export function apiStatus(service: ServiceName, contract: Contract, health: Health): ApiStatus {
  return {
    apiVersion: contract.info.version,
    ready: health.ready,
    componentName: service.title,
    componentVersion: service.version,
    systemVersion: service.systemVersion ?? service.version,
    serviceName: service.name,
    ...(health.readyTime === undefined ? {} : { readyTime: health.readyTime }),
    ...(health.reason === undefined ? {} : { reason: health.reason }),
    startupStatus: health.startupStatus,
    ...(health.loadingSinceMs === undefined
      ? {}
      : { loading: { since: new Date(health.loadingSinceMs).toISOString() } }),
    ...(health.problems.length === 0 ? {} : { problems: health.problems }),
  };
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
