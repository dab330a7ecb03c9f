// Builds the response of GET /status (`ApiStatus` in the interface documents).

import type { Health, ProblemCount, StartupStatus } from '@holdfast/service-kit';
import type { Contract, ServiceIdentity } from './contract.ts';

export interface ApiStatus {
  readonly apiVersion: string;
  readonly ready: boolean;
  readonly componentName: string;
  readonly componentVersion: string;
  readonly systemVersion?: string;
  readonly serviceName: string;
  /** Time when the service became ready, in milliseconds since the epoch. */
  readonly readyTime?: number;
  readonly reason?: string;
  readonly startupStatus: StartupStatus;
  /** Extension. Set while the service reloads its configuration. `since` is an ISO 8601 time. */
  readonly loading?: { readonly since: string };
  /** Extension. Set while the service has problems with its content. `reason` then describes the first problem. */
  readonly problems?: readonly ProblemCount[];
}

export function makeApiStatus(service: ServiceIdentity, contract: Contract, health: Health): ApiStatus {
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
