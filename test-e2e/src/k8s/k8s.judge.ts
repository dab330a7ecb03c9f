// Covers: k8s
// Builds every overlay with kustomize, and checks it with Kubernetes' own validation code, as an API server would, and
// with this project's rules. Copies with one defect must be rejected. Needs no cluster.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { buildGoTool, describeWithTools } from './go-tool.ts';
import {
  buildOverlay,
  k8sFolder,
  kustomizeTool,
  type Manifest,
  overlays,
  validateManifests,
  validateOverlayWith,
  validatorTool,
} from './manifests.ts';
import { findPolicyViolations } from './policy.ts';
import { findDanglingReferences } from './wiring.ts';

const tools = { kustomize: await buildGoTool(kustomizeTool), validator: await buildGoTool(validatorTool) };

describeWithTools(tools, 'the overlays for Kubernetes', (programs) => {
  const build = (overlay: string) => buildOverlay(programs, join(k8sFolder, 'overlays', overlay));

  it('are there for a single node and for a cluster, with both services and with either', () => {
    const places = ['cluster', 'single-node'];
    expect(overlays).toEqual(
      places.flatMap((place) => [place, `${place}-config-only`, `${place}-repository-only`]),
    );
  });

  it.each(overlays)('%s is what an API server accepts', async (overlay) => {
    expect((await validateManifests(programs, await build(overlay))).faults).toEqual([]);
  });

  it.each(overlays)('%s keeps the rules of this project', async (overlay) => {
    expect(findPolicyViolations((await validateManifests(programs, await build(overlay))).objects)).toEqual(
      [],
    );
  });

  it.each(overlays)('%s has no loose ends', async (overlay) => {
    expect(findDanglingReferences((await validateManifests(programs, await build(overlay))).objects)).toEqual(
      [],
    );
  });

  it.each(overlays)('%s runs the services that it is named for', async (overlay) => {
    const { objects } = await validateManifests(programs, await build(overlay));
    const services = objects.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    const wanted = ['config-service', 'repository-service'].filter(
      (service) => !overlay.endsWith('-only') || overlay.endsWith(`-${service.replace('-service', '')}-only`),
    );
    expect(services.sort()).toEqual(wanted);
    const bundled = objects.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata }) => metadata.name);
    const store = wanted.includes('repository-service') ? ['object-store'] : [];
    expect(bundled.sort()).toEqual(overlay.startsWith('single-node') ? [...store, 'postgresql'] : []);
  });

  const judgedWith = (name: string, components: string, position?: 'first' | 'last') =>
    validateOverlayWith(programs, name, components, position);

  it('an overlay in which plugin registries are stored is as good, and tells both services', async () => {
    const { faults, objects } = await judgedWith('single-node', 'plugin-store');
    expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
    for (const name of ['repository-service', 'config-service']) {
      const of = (kind: string) =>
        objects.find((object) => object.kind === kind && object.metadata.name.startsWith(name))!;
      expect(of('ConfigMap').data.PLUGIN_STORE_USER).toBe('plugin-store');
      const [{ env }] = of('Deployment').spec.template.spec.containers;
      expect(env).toContainEqual({
        name: 'PLUGIN_STORE_PASSWORD_FILE',
        value: '/run/secrets/holdfast/plugin-store-password',
      });
    }
  });

  it('an overlay with the bridge is as good as one without', async () => {
    const { faults, objects } = await judgedWith('single-node', 'bridge');
    expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
    const ofBridge = objects.filter(({ metadata }) => metadata.name === 'bridge').map(({ kind }) => kind);
    expect(ofBridge.sort()).toEqual(['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'ServiceAccount']);
  });

  it.each(['cluster', 'single-node'])(
    '%s can have a second object store for both services',
    async (overlay) => {
      const { faults, objects } = await judgedWith(overlay, 'second-object-store', 'last');
      expect([faults, findPolicyViolations(objects)]).toEqual([[], []]);
      const services = ['config-service', 'repository-service'];
      // The provider of the second store issues its access keys, so no script creates these secrets.
      expect(findDanglingReferences(objects).sort()).toEqual(
        services.flatMap((name) =>
          ['s3-access-key-id-far', 's3-secret-access-key-far'].map(
            (file) => `nobody makes the secret ${name}/${file}`,
          ),
        ),
      );
      for (const name of services) {
        const { data } = objects.find(
          ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(name),
        )!;
        expect(data.OBJECT_STORE).toBe('near=s3:holdfast,far=s3:holdfast-copy');
      }
    },
  );

  it('an overlay with an Ingress is as good as one without, and leads to both services', async () => {
    const { faults, objects } = await judgedWith('cluster', 'ingress');
    expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
    const { spec } = objects.find(({ kind }) => kind === 'Ingress')!;
    for (const { http } of spec.rules) {
      const { name, port } = http.paths[0].backend.service;
      const service = objects.find((one) => one.kind === 'Service' && one.metadata.name === name)!;
      expect(service.spec.ports.map((one: Manifest) => one.name)).toContain(port.name);
    }
  });

  it('the routes of the Gateway API lead to the ports of both services', async () => {
    const text = await readFile(join(k8sFolder, 'components/gateway/routes.yaml'), 'utf8');
    const routes = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    const { objects } = await validateManifests(programs, await build('cluster'));
    const ports = objects
      .filter(({ kind }) => kind === 'Service')
      .map(({ metadata, spec }) => ({ name: metadata.name, port: spec.ports[0].port }));
    const targets = routes.map((route) => route.spec.rules[0].backendRefs[0]);
    expect(targets).toEqual(expect.arrayContaining(ports));
    expect(targets).toHaveLength(ports.length);
  });

  it.each(['cluster', 'single-node', 'single-node-config-only'])(
    '%s may have users that the services can write, one file for all',
    async (overlay) => {
      const { faults, objects } = await judgedWith(overlay, 'writable-users');
      expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
      for (const { spec } of objects.filter(({ kind }) => kind === 'Deployment')) {
        const { initContainers, containers, volumes } = spec.template.spec;
        expect(initContainers[0].image).toBe(containers[0].image);
        expect(containers[0].env).toContainEqual({ name: 'USERS_FILE', value: '/users/users.json' });
        const [claimed] = volumes.filter(({ name }: { name: string }) => name === 'users');
        expect(claimed.persistentVolumeClaim).toEqual({ claimName: 'holdfast-users' });
      }
    },
  );

  it.each(['cluster', 'single-node'])(
    '%s can back itself up, and be restored, with jobs',
    async (overlay) => {
      const { faults, objects } = await judgedWith(overlay, 'backup', 'last');
      expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
      const jobs = objects.filter(({ kind }) => kind === 'CronJob');
      expect(jobs.map(({ metadata, spec }) => [metadata.name, spec.suspend])).toEqual([
        ['holdfast-backup', false],
        ['holdfast-check-backup', false],
        ['holdfast-rebuild', true],
        ['holdfast-restore', true],
        ['holdfast-verify', false],
      ]);
      const policy = (name: string) =>
        objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)?.spec;
      expect(policy('cli').ingress).toBeUndefined();
      const ports = policy('cli').egress.flatMap((rule: Manifest) =>
        rule.ports.map(({ port }: Manifest) => port),
      );
      expect([...new Set(ports)].sort()).toEqual([443, 5432, 7070]);
      if (overlay === 'single-node') {
        for (const name of ['postgresql', 'object-store'])
          expect(JSON.stringify(policy(name).ingress)).toContain('"cli"');
      }
    },
  );

  it('an overlay with plugins, titles and sources in config maps is as good as one without', async () => {
    const { faults, objects } = await judgedWith('single-node', 'content', 'last');
    expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
    const { data } = objects.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('config-service'),
    )!;
    const { spec } = objects.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'config-service',
    )!;
    const mounted = spec.template.spec.containers[0].volumeMounts.map(({ mountPath }: Manifest) => mountPath);
    expect(mounted).toEqual(expect.arrayContaining([data.PLUGIN_SOURCES, data.TDB_SOURCES]));
  });

  it('an overlay with users in the secrets is as good as one without', async () => {
    const { faults, objects } = await judgedWith('cluster', 'secret-users');
    expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
    for (const { spec } of objects.filter(({ kind }) => kind === 'Deployment'))
      expect(spec.template.spec.containers[0].env).toContainEqual({
        name: 'USERS_FILE',
        value: '/run/secrets/holdfast/users.json',
      });
  });

  it.each([
    ['a word that Kubernetes does not know', /imagePullPolicy:/, 'imagePullPolcy:'],
    ['a word of another kind', /replicas: 1/, 'replicas: one'],
    [
      'a selector that selects nothing',
      /(matchLabels:\n\s+app\.kubernetes\.io\/name: )config-service(\n\s+strategy)/,
      '$1another$2',
    ],
    ['a port out of range', /containerPort: 24620/, 'containerPort: 246200'],
    ['a port that has no name', /port: metrics/, 'port: metrics-of-the-service'],
    ['a volume that is not there', /(emptyDir:\n\s+sizeLimit: 2Gi\n\s+name: )spool/, '$1another'],
    ['more needed than allowed', /memory: 192Mi/, 'memory: 192Gi'],
    ['rights to be gained', /allowPrivilegeEscalation: false/, 'allowPrivilegeEscalation: true'],
    ['root', /runAsNonRoot: true/, 'runAsNonRoot: false'],
    ['an API that is gone', /apiVersion: policy\/v1\n/, 'apiVersion: policy/v1beta1\n'],
  ])('would be refused by an API server with %s', async (_what, from, to) => {
    const good = await build('single-node-config-only');
    const spoilt = good.replace(from, to);
    expect(spoilt).not.toBe(good);
    expect((await validateManifests(programs, spoilt)).faults).not.toEqual([]);
  });

  it.each([
    ['an image without a version', /(image: holdfast\/\S+):\S+/, '$1'],
    ['an image that moves', /(image: holdfast\/\S+):\S+/, '$1:latest'],
    ['an image of half a version', /(image: holdfast\/\S+):\S+/, '$1:1'],
    ['user 0', /runAsUser: 10001/, 'runAsUser: 0'],
    ['a root file system to write on', /readOnlyRootFilesystem: true/, 'readOnlyRootFilesystem: false'],
    ['capabilities', /drop:\n\s+- ALL/, 'drop: [NET_RAW]'],
    ['no limits', /limits:\n(\s+)cpu: .*\n\s+ephemeral-storage: .*\n\s+memory: .*\n/, 'limits: {}\n'],
    ['no readiness', /readinessProbe:\n(\s+)failureThreshold/, 'startupProbeOfOld:\n$1failureThreshold'],
    ['a spool without bounds', /emptyDir:\n\s+sizeLimit: \S+/, 'emptyDir: {}'],
    [
      'a token of the cluster',
      /automountServiceAccountToken: false(\n\s+containers)/,
      'automountServiceAccountToken: true$1',
    ],
    ['a password written down', /name: ADMIN_PASSWORD_FILE/, 'name: ADMIN_PASSWORD'],
    ['the host’s folders', /emptyDir:\n\s+sizeLimit: \S+/, 'hostPath: { path: /var }'],
  ])('would break our rules with %s', async (_what, from, to) => {
    const good = await build('cluster');
    const spoilt = good.replace(from, to);
    expect(spoilt).not.toBe(good);
    expect(findPolicyViolations((await validateManifests(programs, spoilt)).objects)).not.toEqual([]);
  });
});
