// How fast replicas come and go: as the manifests of k8s/base say, or much faster for a test.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { ServiceName } from '../images/built-image.ts';

export interface Pacing {
  probeMs: number;
  /** Failed probes in a row that take a replica out of the list. */
  failureThreshold: number;
  /** Between the decision to end a replica and the signal: it goes on answering. */
  preStopMs: number;
  /** From that decision on; then it is killed. */
  graceMs: number;
  /** After the decision, until nothing new is sent to it. */
  noticeMs: number;
  drainTimeout: string;
}

export const fastPacing: Pacing = {
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

/** The pacing that the manifests give. */
export async function pacingOf(service: ServiceName): Promise<Pacing> {
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
    // What clusters commonly take to tell all nodes.
    noticeMs: 2_000,
    drainTimeout,
  };
}

function read(service: ServiceName, file: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../../../k8s/base/${service}/${file}`, import.meta.url)), 'utf8');
}
