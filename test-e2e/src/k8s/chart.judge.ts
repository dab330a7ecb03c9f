// Covers: k8s
// Renders each overlay, and each component in an overlay, with the Helm chart and with kustomize, and compares the
// objects. Validates the chart's objects, and checks what the values change and which values Helm refuses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { indexObjects } from './compare.ts';
import { buildGoTool, describeWithTools, readOutput } from './go-tool.ts';
import {
  buildOverlay,
  copyOverlayWith,
  helmTool,
  k8sFolder,
  kustomizeTool,
  type Manifest,
  optionalComponents,
  overlays,
  renderChart,
  toHelmArguments,
  validateManifests,
  validatorTool,
} from './manifests.ts';
import { findPolicyViolations } from './policy.ts';
import { findDanglingReferences } from './wiring.ts';

const tools = {
  helm: await buildGoTool(helmTool),
  kustomize: await buildGoTool(kustomizeTool),
  validator: await buildGoTool(validatorTool),
};

/** Kinds of other projects, which the validator does not know. */
const FOREIGN_KINDS = /^(?:PodMonitor|PrometheusRule|HTTPRoute)\//;

describeWithTools(tools, 'the Helm chart', (programs) => {
  const chart = async (overlay: string, args: readonly string[] = []) =>
    await validateManifests(programs, await renderChart(programs, overlay, args));
  const find = (objects: readonly Manifest[], kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name.startsWith(name))!;
  const withNamespace = ['--set', 'createNamespace=true'];

  it('has no faults that Helm finds', async () => {
    expect(
      await readOutput(programs.helm, ['lint', '--strict', '--kube-version', '1.35.0', k8sFolder]),
    ).toContain('0 chart(s) failed');
  });

  it.each(overlays)('renders the overlay %s as kustomize does', async (overlay) => {
    const { objects, faults } = await chart(overlay, withNamespace);
    const built = await buildOverlay(programs, join(k8sFolder, 'overlays', overlay));
    const wanted = (await validateManifests(programs, built)).objects;
    expect(indexObjects(objects)).toEqual(indexObjects(wanted));
    expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
  });

  it.each(optionalComponents)(
    'renders the component %s as kustomize does',
    async (component) => {
      for (const overlay of ['cluster', 'single-node']) {
        const { objects, faults } = await chart(overlay, [...withNamespace, ...toHelmArguments(component)]);
        // The bridge must come first, because the component one-replica of the overlay also changes the bridge.
        const position = component === 'bridge' ? 'first' : 'last';
        const built = await buildOverlay(programs, await copyOverlayWith(overlay, component, position));
        const wanted = await validateManifests(programs, built);
        expect(indexObjects(objects)).toEqual(indexObjects(wanted.objects));
        const ownFaults = (all: readonly string[]) => all.filter((fault) => !FOREIGN_KINDS.test(fault));
        expect([ownFaults(faults), ownFaults(wanted.faults)]).toEqual([[], []]);
        expect(findPolicyViolations(objects)).toEqual([]);
        expect(findDanglingReferences(objects).sort()).toEqual(findDanglingReferences(wanted.objects).sort());
      }
    },
    60_000,
  );

  it('would be found out if it rendered something else', async () => {
    const { objects } = await chart('cluster');
    for (const [path, value] of [
      ['replicas', 3],
      ['progressDeadlineSeconds', 1],
    ] as const) {
      const changed = structuredClone(objects);
      find(changed, 'Deployment', 'config-service').spec[path] = value;
      expect(indexObjects(changed)).not.toEqual(indexObjects(objects));
    }
    expect(() => indexObjects([...objects, objects[0]])).toThrow('twice');
  });

  describe('values', () => {
    it('change settings, secrets, resources, images, ports and machines of a service', async () => {
      const set = [
        ...['--set-string', 'services.repository-service.settings.TRUSTED_PROXIES=10.0.0.0/8'],
        ...['--set', 'services.repository-service.settings.WORKERS=2'],
        ...['--set', 'services.repository-service.secretFiles.AUDIT_KEY=audit-key'],
        ...['--set', 'services.repository-service.resources.limits.memory=4Gi'],
        ...['--set', 'services.repository-service.egressPorts={9000}'],
        ...['--set', 'services.repository-service.nodeSelector.disk=fast'],
        ...['--set', 'services.repository-service.serviceAccountAnnotations.role=reader'],
        ...['--set', 'images.holdfast/repository-service=registry.example.org/repository:0.1.0'],
        ...['--set', 'imagePullSecrets={registry}', '--set', 'services.config-service.replicas=5'],
        ...['--set', 'autoscaling.maxReplicas=20', '--set', 'monitoring.namespace=observability'],
      ];
      const { objects, faults } = await chart('cluster', set);
      expect([faults, findPolicyViolations(objects)]).toEqual([[], []]);
      const before = (await chart('cluster')).objects;
      const map = find(objects, 'ConfigMap', 'repository-service');
      expect(map.metadata.name).not.toBe(find(before, 'ConfigMap', 'repository-service').metadata.name);
      expect(map.data).toMatchObject({ TRUSTED_PROXIES: '10.0.0.0/8', WORKERS: '2', LOG_LEVEL: 'info' });
      const pod = find(objects, 'Deployment', 'repository-service').spec.template.spec;
      const [container] = pod.containers;
      expect(container.envFrom).toEqual([{ configMapRef: { name: map.metadata.name } }]);
      expect(container.env).toContainEqual({
        name: 'AUDIT_KEY_FILE',
        value: '/run/secrets/holdfast/audit-key',
      });
      expect(container.resources.limits).toMatchObject({ memory: '4Gi', cpu: '2' });
      expect(container.image).toBe('registry.example.org/repository:0.1.0');
      expect(pod).toMatchObject({ nodeSelector: { disk: 'fast' }, imagePullSecrets: [{ name: 'registry' }] });
      expect(find(objects, 'ServiceAccount', 'repository-service').metadata.annotations).toEqual({
        role: 'reader',
      });
      const policy = find(objects, 'NetworkPolicy', 'repository-service').spec;
      expect(policy.egress[0].ports).toContainEqual({ protocol: 'TCP', port: 9000 });
      expect(JSON.stringify(policy.ingress)).toContain('observability');
      expect(find(objects, 'Deployment', 'config-service').spec.replicas).toBe(5);
      expect(find(objects, 'HorizontalPodAutoscaler', 'repository').spec).toMatchObject({
        minReplicas: 2,
        maxReplicas: 20,
      });
    });

    it('give the jobs of backups the files of secrets and the ports of both services', async () => {
      const { objects, faults } = await chart('cluster', [
        ...['--set', 'components.backup=true'],
        ...['--set', 'services.repository-service.secretFiles.DATABASE_CA=ca.pem'],
        ...['--set-string', 'services.repository-service.secretFiles.S3_ACCESS_KEY_ID='],
        ...['--set-string', 'services.repository-service.secretFiles.S3_SECRET_ACCESS_KEY='],
        ...['--set', 'services.repository-service.secretFiles.DATABASE_URL=url'],
        ...['--set', 'services.config-service.secretFiles.JOURNAL_KEYS_OLD=old-keys'],
        ...['--set', 'services.config-service.secretFiles.DATABASE_CA=other.pem'],
        ...['--set', 'services.repository-service.egressPorts={6432}'],
        ...['--set', 'services.config-service.egressPorts={6432,9000}'],
      ]);
      expect([faults, findPolicyViolations(objects)]).toEqual([[], []]);
      const jobs = objects.filter(({ kind }) => kind === 'CronJob');
      expect(jobs).toHaveLength(5);
      const service = find(objects, 'Deployment', 'repository-service').spec.template;
      for (const { spec } of [...jobs.map((job) => job.spec.jobTemplate.spec.template), service]) {
        const files = spec.containers[0].env.map(({ name, value }: Manifest) => [name, value]);
        expect(new Set(files.map(([name]: string[]) => name)).size).toBe(files.length);
        expect(Object.fromEntries(files)).toMatchObject({
          DATABASE_CA_FILE: '/run/secrets/holdfast/ca.pem',
          DATABASE_URL_FILE: '/run/secrets/holdfast/url',
          ...(spec !== service.spec && { JOURNAL_KEYS_OLD_FILE: '/run/secrets/config-service/old-keys' }),
        });
        expect(files.filter(([name]: string[]) => name!.startsWith('S3_'))).toEqual([]);
      }
      const ports = find(objects, 'NetworkPolicy', 'cli').spec.egress[0].ports;
      expect(ports.map(({ port }: Manifest) => port)).toEqual([5432, 443, 6432, 9000]);
    });

    it('change hosts, volumes, links of alerts, and everything else by patches', async () => {
      const patch = {
        target: { kind: 'Service', name: 'config-.*' },
        operations: [{ op: 'add', path: '/metadata/annotations', value: { 'example.org/a': 'b' } }],
      };
      const { objects } = await chart('single-node', [
        ...['--set', 'components.ingress=true', '--set', 'components.gateway=true'],
        ...['--set', 'hosts.repository-service=content.example.net', '--set', 'ingress.tlsSecret=mine'],
        ...['--set', 'components.writable-users=true', '--set', 'storage.users.accessMode=ReadWriteOnce'],
        ...['--set', 'storage.postgresql.size=7Gi', '--set', 'storage.object-store.className=slow'],
        ...['--set', 'components.monitoring=true', '--set', 'monitoring.labels.release=prometheus'],
        ...['--set', 'monitoring.runbookAddress=https://docs.example.net/alerts.md'],
        ...['--set-json', `patches=${JSON.stringify([patch])}`],
      ]);
      const ingress = find(objects, 'Ingress', 'holdfast').spec;
      expect(ingress.rules.map(({ host }: Manifest) => host)).toEqual([
        'content.example.net',
        'config.example.org',
      ]);
      expect(ingress.tls[0]).toEqual({
        hosts: ['content.example.net', 'config.example.org'],
        secretName: 'mine',
      });
      expect(find(objects, 'HTTPRoute', 'repository-service').spec.hostnames).toEqual([
        'content.example.net',
      ]);
      expect(find(objects, 'PersistentVolumeClaim', 'holdfast-users').spec.accessModes).toEqual([
        'ReadWriteOnce',
      ]);
      const [postgresql, store] = ['postgresql', 'object-store'].map(
        (name) => find(objects, 'StatefulSet', name).spec.volumeClaimTemplates[0].spec,
      );
      expect([postgresql.resources.requests.storage, store.storageClassName]).toEqual(['7Gi', 'slow']);
      const rules = find(objects, 'PrometheusRule', 'holdfast');
      expect(rules.metadata.labels.release).toBe('prometheus');
      const [alert] = rules.spec.groups[0].rules;
      expect(alert.annotations.runbook_url).toBe('https://docs.example.net/alerts.md#holdfasttargetdown');
      expect(find(objects, 'Service', 'config-service').metadata.annotations).toEqual({
        'example.org/a': 'b',
      });
    });

    it.each([
      ['an unknown value', 'autoscale.maxReplicas=3'],
      ['an unknown value of a service', 'services.config-service.replica=3'],
      ['a component that is not there', 'components.object-store=true'],
      ['the bridge as a component', 'components.bridge=true'],
      ['a value of another type', 'services.config-service.replicas=many'],
      ['a secret among the settings', 'services.config-service.settings.ADMIN_PASSWORD=secret'],
      [
        'a secret of one store among the settings',
        'services.config-service.settings.S3_SECRET_ACCESS_KEY_FAR=x',
      ],
      ['a setting that is no setting', 'services.config-service.settings.logLevel=info'],
      ['an image without a whole version', 'images.holdfast/config-service=registry.example.org/x:latest'],
      ['an address with an anchor', 'monitoring.runbookAddress=https://docs.example.org/#a'],
    ])('refuse %s', async (_what, value) => {
      await expect(renderChart(programs, 'cluster', ['--set', value])).rejects.toThrow(
        /values don't meet|does not exist/,
      );
    });
  });

  it('has the defaults of the overlay cluster, and the version of the project', async () => {
    const version = JSON.parse(readFileSync(join(k8sFolder, '../package.json'), 'utf8')).version;
    const { version: own, appVersion } = parse(readFileSync(join(k8sFolder, 'Chart.yaml'), 'utf8'));
    expect([own, appVersion]).toEqual([version, version]);
    const values = parse(readFileSync(join(k8sFolder, 'overlays/cluster/values.yaml'), 'utf8'));
    expect(parse(readFileSync(join(k8sFolder, 'values.yaml'), 'utf8'))).toMatchObject(values);
  });
});
