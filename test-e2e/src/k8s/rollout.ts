// Follows workloads in a cluster without a kubelet: creates Jobs, waits for pods, and reports pods as ready.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterClient } from './cluster-client.ts';
import { waitFor } from './cluster-client.ts';
import type { Manifest } from './manifests.ts';

/**
 * Moves the objects to another namespace, so that one API server can test many overlays. Puts Namespace objects first.
 */
export function moveObjects(objects: readonly Manifest[], namespace: string): Manifest[] {
  const moved = objects.map((object) =>
    object.kind === 'Namespace'
      ? { ...object, metadata: { ...object.metadata, name: namespace } }
      : { ...object, metadata: { ...object.metadata, namespace } },
  );
  return [
    ...moved.filter(({ kind }) => kind === 'Namespace'),
    ...moved.filter(({ kind }) => kind !== 'Namespace'),
  ];
}

/** Applies each object, first as a dry run. Returns the errors and the warnings of the API server. */
export async function applyObjects(client: ClusterClient, objects: readonly Manifest[]): Promise<string[]> {
  const faults: string[] = [];
  for (const object of objects) {
    for (const dryRun of [true, false]) {
      const { status, body, warnings } = await client.apply(object, { dryRun });
      const fault = status >= 300 ? `${status} ${body.message}` : warnings;
      if (fault !== '') faults.push(`${object.kind}/${object.metadata.name}: ${fault}`);
    }
  }
  return faults;
}

/** Returns the Job that `kubectl create job --from=cronjob/NAME` would create. */
export function makeJob({ metadata, spec }: Manifest): Manifest {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: `${metadata.name}-now`,
      namespace: metadata.namespace,
      labels: spec.jobTemplate.metadata?.labels ?? {},
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
    },
    spec: spec.jobTemplate.spec,
  };
}

/**
 * Waits until the controllers have created a pod for each replica of the workloads, and returns the pods of the
 * namespace. Rejects if the API server refuses a pod.
 */
export async function waitForPods(
  client: ClusterClient,
  namespace: string,
  workloads: readonly Manifest[],
): Promise<Manifest[]> {
  const hasPods = async (workload: Manifest) => {
    const { spec, status = {} } = await client.read(workload);
    const refused = status.conditions?.find(
      ({ type, status: state }: Manifest) => type === 'ReplicaFailure' && state === 'True',
    );
    if (refused !== undefined) throw new Error(`${workload.metadata.name}: ${refused.message}`);
    if (workload.kind === 'Job') return status.active === 1;
    // Expects one pod of a StatefulSet, which creates its second pod only when the first one is ready.
    const wanted = workload.kind === 'StatefulSet' ? 1 : spec.replicas;
    return status.replicas === wanted;
  };
  for (const workload of workloads) {
    const what = `${workload.kind}/${workload.metadata.name} in ${namespace}`;
    await waitFor(`the pods of ${what}`, () => hasPods(workload)).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${(await listWarnings(client, namespace)).join('\n')}`);
    });
  }
  return client.list('v1', 'Pod', namespace);
}

/** Returns the messages of the warnings that the controllers have recorded. */
export async function listWarnings(client: ClusterClient, namespace: string): Promise<string[]> {
  const events = await client.list('v1', 'Event', namespace);
  return events
    .filter(({ type }) => type === 'Warning')
    .map(({ reason, message }) => `${reason}: ${message}`);
}

/** Reports a pod to the API server as a kubelet would: as running and ready, or as completed if it belongs to a Job. */
export async function reportPod(client: ClusterClient, pod: Manifest): Promise<void> {
  const isJob = pod.metadata.ownerReferences?.some(({ kind }: Manifest) => kind === 'Job');
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: new Date().toISOString() };
  const status = isJob ? { phase: 'Succeeded' } : { phase: 'Running', conditions: [ready] };
  const path = await client.findPath({ apiVersion: 'v1', kind: 'Pod', ...pod });
  const { status: code, body } = await client.send(
    'PATCH',
    `${path}/status`,
    { status },
    'application/merge-patch+json',
  );
  // A controller may have deleted the pod in the meantime.
  if (code !== 200 && code !== 404) throw new Error(`${pod.metadata.name}: ${body.message}`);
}

/** Reports all pending pods of a namespace as ready or completed, until the returned function is called. */
export function reportAllPods(client: ClusterClient, namespace: string): () => Promise<void> {
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      const pods = await client.list('v1', 'Pod', namespace);
      for (const pod of pods.filter(({ status }) => status.phase === 'Pending')) await reportPod(client, pod);
      await sleep(50);
    }
  };
  const running = run();
  // Prevents an unhandled rejection. The caller gets the error when it stops the reports.
  running.catch(() => undefined);
  return async () => {
    isStopped = true;
    await running;
  };
}
