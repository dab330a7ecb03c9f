// Timings for starting and stopping replicas: from the manifests in k8s/base, or much shorter ones for tests.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { ServiceName } from '../images/built-image.ts';

export interface ClusterPacing {
  probeMs: number;
  /** Number of consecutive failed readiness probes after which the proxy no longer uses a replica. */
  failureThreshold: number;
  /** Milliseconds from the decision to terminate a replica until SIGTERM. The replica continues to serve requests. */
  preStopMs: number;
  /** Milliseconds from the decision to terminate a replica until Kubernetes would send SIGKILL. */
  graceMs: number;
  /** Milliseconds from the decision to terminate a replica until the proxy sends it no new requests. */
  noticeMs: number;
  drainTimeout: string;
}

export const fastPacing: ClusterPacing = {
  probeMs: 150,
  failureThreshold: 2,
  preStopMs: 300,
  graceMs: 30_000,
  noticeMs: 100,
  drainTimeout: '20s',
};

interface Deployment {
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number;
        containers: {
          lifecycle: { preStop: { exec: { command: string[] } } };
          readinessProbe: { periodSeconds: number; failureThreshold: number };
        }[];
      };
    };
  };
}

/** Reads the timings from a service's manifests. */
export async function readPacing(service: ServiceName): Promise<ClusterPacing> {
  const { template } = (parse(await read(service, 'deployment.yaml')) as Deployment).spec;
  const { terminationGracePeriodSeconds, containers } = template.spec;
  const { lifecycle, readinessProbe } = containers[0]!;
  const [, seconds] = lifecycle.preStop.exec.command;
  const [, drainTimeout] = /^DRAIN_TIMEOUT=(\S+)$/m.exec(await read(service, 'settings.env')) ?? [];
  if (seconds === undefined || drainTimeout === undefined)
    throw new Error(`${service} has no pause to stop in`);
  return {
    probeMs: readinessProbe.periodSeconds * 1_000,
    failureThreshold: readinessProbe.failureThreshold,
    preStopMs: Number(seconds) * 1_000,
    graceMs: terminationGracePeriodSeconds * 1_000,
    // Typical time until all nodes of a cluster know that a replica is terminating.
    noticeMs: 2_000,
    drainTimeout,
  };
}

function read(service: ServiceName, file: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../../../k8s/base/${service}/${file}`, import.meta.url)), 'utf8');
}
