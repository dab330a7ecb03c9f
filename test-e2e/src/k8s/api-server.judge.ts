// Covers: k8s
// Applies the objects of kustomize and of Helm to the API server of a real control plane, first as a dry run. Its
// controllers create the pods, which Pod Security "restricted" must admit. There is no kubelet: no container runs, and
// the judge itself reports pods as ready during a rollout.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ClusterClient, waitFor } from './cluster-client.ts';
import { controlPlaneTool, startControlPlane } from './control-plane.ts';
import { CRD_SOURCES, findCrdSource, installCrds, readCrds } from './crds.ts';
import { buildGoTool, describeWithTools } from './go-tool.ts';
import {
  buildOverlay,
  findPodTemplate,
  helmTool,
  k8sFolder,
  kustomizeTool,
  type Manifest,
  optionalComponents,
  overlays,
  parseManifests,
  readManifestFiles,
  renderChart,
  toHelmArguments,
} from './manifests.ts';
import { applyObjects, makeJob, moveObjects, reportPod, waitForPods } from './rollout.ts';

const controlPlane = await buildGoTool(controlPlaneTool);
const tools = {
  controlPlane,
  helm: await buildGoTool(helmTool),
  kustomize: await buildGoTool(kustomizeTool),
};
const definitions = await installAllCrds();

/** Installs the definitions of one project at a time, because each installation uses all processors. */
async function installAllCrds() {
  const installed = [];
  for (const source of 'program' in controlPlane ? CRD_SOURCES : [])
    installed.push({ source, folder: await installCrds(source) });
  return installed;
}

const START_TIMEOUT_MS = 180_000;
const TIMEOUT_MS = 300_000;
const withNamespace = ['--set', 'createNamespace=true'];

describeWithTools(tools, 'a real API server', (programs) => {
  let client: ClusterClient;
  beforeAll(async () => {
    ({ client } = await startControlPlane(programs.controlPlane));
  }, START_TIMEOUT_MS);

  const build = (overlay: string) => buildOverlay(programs, join(k8sFolder, 'overlays', overlay));
  const isOwnKind = (object: Manifest) => findCrdSource(object) === undefined;

  /** Applies the objects in a new namespace, and returns their workloads, with a Job for each CronJob. */
  async function applyIn(namespace: string, yaml: string): Promise<Manifest[]> {
    const objects = moveObjects(parseManifests(yaml).filter(isOwnKind), namespace);
    const jobs = objects.filter(({ kind }) => kind === 'CronJob').map(makeJob);
    expect(await applyObjects(client, objects)).toEqual([]);
    expect(await applyObjects(client, jobs)).toEqual([]);
    return [...objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet'), ...jobs];
  }

  /** Applies the objects in a new namespace, and waits for the pods of all workloads. */
  async function judge(namespace: string, yaml: string): Promise<void> {
    const workloads = await applyIn(namespace, yaml);
    const pods = await waitForPods(client, namespace, workloads);
    expect(pods.length).toBeGreaterThanOrEqual(workloads.length);
    expect(workloads.length).toBeGreaterThan(0);
    expect(new Set(pods.map(({ status }) => status.phase))).toEqual(new Set(['Pending']));
    const { metadata } = await client.read({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    expect(metadata.labels['pod-security.kubernetes.io/enforce']).toBe('restricted');
  }

  it.each(overlays)(
    'accepts the overlay %s of kustomize, and admits its pods',
    async (overlay) => judge(`kustomize-${overlay}`, await build(overlay)),
    TIMEOUT_MS,
  );

  it.each(overlays)(
    'accepts the overlay %s of Helm, and admits its pods',
    async (overlay) => judge(`helm-${overlay}`, await renderChart(programs, overlay, withNamespace)),
    TIMEOUT_MS,
  );

  it.each(optionalComponents)(
    'accepts the component %s, and admits its pods',
    async (component) => {
      for (const overlay of ['cluster', 'single-node']) {
        const args = [...withNamespace, ...toHelmArguments(component)];
        await judge(`${component}-${overlay}`, await renderChart(programs, overlay, args));
      }
    },
    TIMEOUT_MS,
  );

  it(
    'accepts changed settings, images, resources, ports, hosts and volumes, and admits their pods',
    async () => {
      const args = [
        ...['--set-string', 'services.repository-service.settings.TRUSTED_PROXIES=10.0.0.0/8'],
        ...['--set', 'services.repository-service.secretFiles.AUDIT_KEY=audit-key'],
        ...['--set', 'services.repository-service.resources.limits.memory=4Gi'],
        ...['--set', 'services.repository-service.egressPorts={9000}'],
        ...['--set', 'services.repository-service.nodeSelector.disk=fast'],
        ...['--set', 'services.repository-service.serviceAccountAnnotations.role=reader'],
        ...['--set', 'images.holdfast/repository-service=registry.example.org/repository:0.1.0'],
        ...['--set', 'imagePullSecrets={registry}', '--set', 'services.config-service.replicas=3'],
        ...['--set', 'components.ingress=true', '--set', 'hosts.repository-service=content.example.net'],
        ...['--set', 'components.writable-users=true', '--set', 'storage.users.accessMode=ReadWriteOnce'],
        ...['--set', 'storage.postgresql.size=7Gi', '--set', 'storage.object-store.className=slow'],
      ];
      await judge('helm-values', await renderChart(programs, 'single-node', [...withNamespace, ...args]));
    },
    TIMEOUT_MS,
  );

  describe('refuses', () => {
    let deployment: Manifest;
    beforeAll(async () => {
      const objects = moveObjects(parseManifests(await build('single-node-config-only')), 'refused');
      expect(await applyObjects(client, objects)).toEqual([]);
      deployment = objects.find(({ kind }) => kind === 'Deployment');
    }, TIMEOUT_MS);

    const change = (edit: (object: Manifest, pod: Manifest) => void): Manifest => {
      const copy = structuredClone(deployment);
      edit(copy, copy.spec.template.spec);
      return copy;
    };

    it.each<[string, RegExp, (object: Manifest, pod: Manifest) => void]>([
      ['an unknown field', /imagePullPolcy/, (_, pod) => (pod.containers[0].imagePullPolcy = 'Always')],
      ['a value of another type', /replicas/, ({ spec }) => (spec.replicas = 'one')],
      ['a selector without pods', /selector/, ({ spec }) => (spec.selector.matchLabels = { a: 'b' })],
      [
        'an impossible port',
        /containerPort/,
        (_, pod) => (pod.containers[0].ports[0].containerPort = 246_200),
      ],
      ['a missing volume', /volumeMounts/, (_, pod) => pod.volumes.pop()],
      ['too large a request', /limit/, (_, pod) => (pod.containers[0].resources.requests.memory = '192Gi')],
    ])('%s', async (_what, message, edit) => {
      // Creates a new object, because the selector of an existing object cannot change.
      const object = change(edit);
      object.metadata.name = 'spoilt';
      const { status, body } = await client.apply(object, { dryRun: true });
      expect([status, body.message]).toEqual([expect.any(Number), expect.stringMatching(message)]);
      expect(status).toBeGreaterThanOrEqual(400);
    });

    it.each<[string, RegExp, (pod: Manifest) => void]>([
      ['a privileged pod', /privileged/, (pod) => (pod.containers[0].securityContext = { privileged: true })],
      ['a pod of root', /runAsNonRoot/, (pod) => (pod.securityContext.runAsNonRoot = false)],
      ['a pod on the network of its host', /host namespaces/, (pod) => (pod.hostNetwork = true)],
    ])('%s', async (_what, message, edit) => {
      const { metadata, spec } = findPodTemplate(change((_, pod) => edit(pod)));
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name: 'spoilt' }, spec };
      const path = '/api/v1/namespaces/refused/pods?dryRun=All';
      const { status, body } = await client.send('POST', path, pod);
      expect([status, body.message]).toEqual([
        403,
        expect.stringMatching(/violates PodSecurity "restricted/),
      ]);
      expect(body.message).toMatch(message);
    });

    it('the pods of a Deployment, and warns of it', async () => {
      const object = change((_, pod) => (pod.containers[0].securityContext.allowPrivilegeEscalation = true));
      object.metadata.name = 'refused';
      const { status, warnings } = await client.apply(object);
      expect([status, warnings]).toEqual([201, expect.stringContaining('would violate PodSecurity')]);
      await expect(waitForPods(client, 'refused', [object])).rejects.toThrow(
        'violates PodSecurity "restricted',
      );
    }, 60_000);

    it('an API version that it no longer serves', async () => {
      await expect(client.apply({ ...deployment, apiVersion: 'apps/v1beta1' })).rejects.toThrow(
        'does not serve',
      );
    });
  });

  it(
    'adds a replica before it removes one, and protects the replicas from evictions',
    async () => {
      const deployments = (await applyIn('rollout', await build('cluster'))).filter(
        ({ kind }) => kind === 'Deployment',
      );
      await waitForPods(client, 'rollout', deployments);
      const listPods = ({ metadata: { name } }: Manifest) =>
        client
          .list('v1', 'Pod', 'rollout')
          .then((pods) => pods.filter(({ metadata }) => metadata.labels['app.kubernetes.io/name'] === name));
      for (const deployment of deployments) {
        const { replicas: wanted } = (await client.read(deployment)).spec;
        for (const pod of await listPods(deployment)) await reportPod(client, pod);
        await waitFor(
          'ready replicas',
          async () => (await client.read(deployment)).status.readyReplicas === wanted,
        );

        const next = structuredClone(deployment);
        next.spec.template.spec.containers[0].image += '.1';
        expect((await client.apply(next)).status).toBe(200);
        const available: number[] = [];
        await waitFor('the rollout', async () => {
          const { metadata, status } = await client.read(deployment);
          available.push(status.availableReplicas ?? 0);
          const pending = (await listPods(deployment)).filter(({ status: { phase } }) => phase === 'Pending');
          if (pending.length > 0) await reportPod(client, pending[0]);
          return (
            status.observedGeneration === metadata.generation &&
            [status.updatedReplicas, status.replicas, status.availableReplicas].every(
              (count) => count === wanted,
            )
          );
        });
        expect(Math.min(...available)).toBeGreaterThanOrEqual(wanted);
        const images = (await listPods(deployment)).map(({ spec }) => spec.containers[0].image);
        expect(new Set(images)).toEqual(new Set([next.spec.template.spec.containers[0].image]));

        const budget = {
          ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
          metadata: { name: deployment.metadata.name, namespace: 'rollout' },
        };
        await waitFor('the budget', async () => (await client.read(budget)).status.disruptionsAllowed === 1);
        const evict = (pod: Manifest) =>
          client.send('POST', `/api/v1/namespaces/rollout/pods/${pod.metadata.name}/eviction`, {
            ...{ apiVersion: 'policy/v1', kind: 'Eviction' },
            metadata: { name: pod.metadata.name, namespace: 'rollout' },
          });
        const pods = await listPods(deployment);
        const answers = [];
        for (const pod of pods) answers.push((await evict(pod)).status);
        // The budget allows one missing replica. A second eviction must wait.
        expect(answers).toEqual(wanted === 1 ? [201] : [201, 429]);
      }
    },
    TIMEOUT_MS,
  );

  for (const { source, folder } of definitions)
    describeWithTools({ folder }, `a real API server with the kinds of ${source.group}`, (crds) => {
      const files = readManifestFiles().filter(({ objects }) =>
        objects.some((one) => findCrdSource(one) === source),
      );

      it(
        'accepts the components and examples, and refuses an unknown field',
        async () => {
          for (const crd of await readCrds(source, crds.folder)) {
            expect(await applyObjects(client, [crd])).toEqual([]);
            await waitFor(`the kind ${crd.spec.names.kind}`, async () => {
              const { conditions } = (await client.read(crd)).status;
              return (conditions ?? []).some(
                ({ type, status }: Manifest) => type === 'Established' && status === 'True',
              );
            });
          }
          const name = `crds-${source.group.replaceAll('.', '-')}`;
          const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
          const objects = moveObjects([namespace, ...files.flatMap((one) => one.objects)], name);
          const foreign = objects.filter((object) => findCrdSource(object) === source);
          for (const object of foreign) await waitFor(object.kind, () => client.serves(object));
          expect(foreign.length).toBeGreaterThan(0);
          expect(await applyObjects(client, objects)).toEqual([]);
          for (const object of foreign) {
            const { status, body } = await client.apply({
              ...object,
              spec: { ...object.spec, unheardOf: 1 },
            });
            expect([status >= 400, body.message]).toEqual([true, expect.stringContaining('unheardOf')]);
          }
        },
        TIMEOUT_MS,
      );
    });
});
