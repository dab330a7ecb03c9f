// Covers: k8s
// Builds overlays with components that change users, keys and connections of the pods: OpenShift, logins through OpenID
// Connect, notifications, jobs with two stores, and cloud identities.
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { buildGoTool, describeWithTools } from './go-tool.ts';
import {
  buildOverlay,
  copyOverlayWith,
  findPodTemplate,
  k8sFolder,
  kustomizeTool,
  type Manifest,
  validateManifests,
  validateOverlayWith,
  validatorTool,
} from './manifests.ts';
import { findPolicyViolations } from './policy.ts';
import { findDanglingReferences } from './wiring.ts';

const tools = { kustomize: await buildGoTool(kustomizeTool), validator: await buildGoTool(validatorTool) };

describeWithTools(tools, 'the components for Kubernetes', (programs) => {
  const judgedWith = (name: string, components: string, position?: 'first' | 'last') =>
    validateOverlayWith(programs, name, components, position);

  it.each(['cluster', 'single-node'])(
    '%s leaves the users of its pods to OpenShift, with every component that adds pods',
    async (overlay) => {
      const components = 'bridge backup writable-users openshift';
      const { faults, objects } = await judgedWith(overlay, components, 'last');
      expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
      const pods = objects.flatMap((object) => findPodTemplate(object)?.spec ?? []);
      expect(pods).toHaveLength(overlay === 'cluster' ? 8 : 10);
      for (const pod of pods) {
        const contexts = [pod, ...pod.containers, ...(pod.initContainers ?? [])].map(
          ({ securityContext }: Manifest) => securityContext,
        );
        for (const context of contexts)
          for (const field of ['runAsUser', 'runAsGroup', 'fsGroup', 'supplementalGroups'])
            expect(context).not.toHaveProperty(field);
        expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
        // Mode 0440 lets the group of the pod read these files: the group that OpenShift chooses, or group 0.
        const modes = pod.volumes.flatMap(({ secret }: Manifest) => (secret ? [secret.defaultMode] : []));
        expect(modes.filter((mode: number) => mode !== 0o440)).toEqual([]);
      }
    },
  );

  /**
   * Returns the expected faults of an overlay in which both services read a secret that only the operator can create.
   */
  const lacksSecret = (file: string) =>
    ['config-service', 'repository-service'].map((name) => `nobody makes the secret ${name}/${file}`);

  it('an overlay with logins through OpenID Connect tells both services of the provider', async () => {
    const { faults, objects } = await judgedWith('cluster', 'oidc', 'last');
    expect([faults, findPolicyViolations(objects)]).toEqual([[], []]);
    expect(findDanglingReferences(objects).sort()).toEqual(lacksSecret('oidc-client-secret'));
    for (const name of ['repository-service', 'config-service']) {
      const { data } = objects.find(
        ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(name),
      )!;
      expect(data.OIDC_ISSUER).toBe('https://login.example.org/realms/library');
      const policy = objects.find(
        ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name,
      )!;
      expect(policy.spec.egress[0].ports).toContainEqual({ protocol: 'TCP', port: 443 });
    }
  });

  it('an overlay with notifications lets both services reach mail servers', async () => {
    const { faults, objects } = await judgedWith('single-node', 'notifications');
    expect([faults, findPolicyViolations(objects)]).toEqual([[], []]);
    expect(findDanglingReferences(objects).sort()).toEqual(lacksSecret('mail-password'));
    for (const name of ['repository-service', 'config-service']) {
      const of = (kind: string) =>
        objects.find((object) => object.kind === kind && object.metadata.name.startsWith(name))!;
      expect(of('ConfigMap').data.MAIL_FROM).toBe('holdfast@example.org');
      const ports = of('NetworkPolicy').spec.egress[0].ports.map(({ port }: { port: number }) => port);
      expect(ports).toEqual(expect.arrayContaining([25, 80, 465, 587]));
    }
  });

  it('gives the jobs of an overlay the keys of both stores', async () => {
    const { faults, objects } = await judgedWith('cluster', 'backup second-object-store', 'last');
    expect([faults, findPolicyViolations(objects)]).toEqual([[], []]);
    const jobs = objects.filter(({ kind }) => kind === 'CronJob');
    expect(jobs).toHaveLength(5);
    for (const job of jobs)
      expect(namesOf(findPodTemplate(job))).toEqual(
        expect.arrayContaining(['S3_ACCESS_KEY_ID_FILE', 'S3_ACCESS_KEY_ID_FAR_FILE']),
      );
  });

  it('an overlay with the settings and the cloud identity of k8s/README.md has no keys of the store', async () => {
    const page = await readFile(join(k8sFolder, 'README.md'), 'utf8');
    const blocks = [...page.matchAll(/^```yaml\n((?:configMapGenerator|patches):.*?)^```/gms)];
    expect(blocks).toHaveLength(2);
    const block = blocks.map(([, text]) => text).join('');
    const folder = await copyOverlayWith('cluster-repository-only', 'secret-users', 'last');
    await appendFile(join(folder, 'kustomization.yaml'), block);
    const { faults, objects } = await validateManifests(programs, await buildOverlay(programs, folder));
    expect([faults, findPolicyViolations(objects), findDanglingReferences(objects)]).toEqual([[], [], []]);
    const find = (kind: string) =>
      objects.find((one) => one.kind === kind && one.metadata.name.startsWith('repository-service'))!;
    expect(find('ConfigMap').data).toMatchObject({ DELETION_APPROVAL: 'on', OBJECT_STORE: 's3:holdfast' });
    expect(namesOf(find('Deployment').spec.template).filter((name) => name.startsWith('S3_'))).toEqual([]);
    expect(Object.keys(find('ServiceAccount').metadata.annotations)).toEqual(['eks.amazonaws.com/role-arn']);
  });
});

/** Returns the names of the variables of a pod's first container. */
function namesOf(template: Manifest): string[] {
  return template.spec.containers[0].env.map(({ name }: Manifest) => name);
}
