// This project's rules for Kubernetes objects, which are stricter than the rules of Kubernetes.
import { findPodTemplate, type Manifest } from './manifests.ts';

type Rule = (container: Manifest, pod: Manifest) => boolean;

/** Rules for every container. */
const containerRules: Record<string, Rule> = {
  'its image has a whole version': ({ image }) => /:v?\d+\.\d+[^:/]*(@sha256:[0-9a-f]{64})?$/.test(image),
  'it does not run as root': ({ securityContext }, { securityContext: ofPod }) => {
    const merged = { ...ofPod, ...securityContext };
    // The user may be missing, because the cluster (OpenShift) or the image then determines it.
    return merged.runAsNonRoot === true && merged.runAsUser !== 0;
  },
  'its root file system is read-only': ({ securityContext }) =>
    securityContext?.readOnlyRootFilesystem === true,
  'it has no capabilities': ({ securityContext }) => securityContext?.capabilities?.drop?.join() === 'ALL',
  'it cannot gain rights': ({ securityContext }) => securityContext?.allowPrivilegeEscalation === false,
  'it says what it needs and may have': ({ resources }) =>
    ['requests', 'limits'].every((kind) => resources?.[kind]?.cpu && resources?.[kind]?.memory),
  'no secret is written down in it': ({ env = [] }) =>
    env.every(
      ({ name, value }: Manifest) =>
        value === undefined ||
        !/PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL|READ_URL|OTLP_HEADERS/.test(name) ||
        name.endsWith('_FILE'),
    ),
};

/** Rules for every container that runs permanently. */
const serviceRules: Record<string, Rule> = {
  'it has all probes': (container) =>
    ['startupProbe', 'readinessProbe', 'livenessProbe'].every((probe) => container[probe] !== undefined),
};

const podRules: Record<string, (pod: Manifest) => boolean> = {
  'it has no token of the cluster': (pod) => pod.automountServiceAccountToken === false,
  'its system calls are filtered': (pod) => pod.securityContext?.seccompProfile?.type === 'RuntimeDefault',
  'its own volumes have a size': ({ volumes = [] }) =>
    volumes.every(({ emptyDir }: Manifest) => emptyDir === undefined || emptyDir.sizeLimit !== undefined),
  'it does not share the host': ({ hostNetwork, hostPID, hostIPC, volumes = [] }) =>
    !hostNetwork && !hostPID && !hostIPC && volumes.every(({ hostPath }: Manifest) => hostPath === undefined),
};

/** Returns `Kind/name: rule` for every violated rule. */
export function findPolicyViolations(objects: readonly Manifest[]): string[] {
  return objects.flatMap((object) => {
    const pod = findPodTemplate(object)?.spec;
    if (pod === undefined) return [];
    const main: Manifest[] = pod.containers;
    const all = [...main, ...(pod.initContainers ?? [])];
    const permanent = object.kind === 'CronJob' || object.kind === 'Job' ? [] : main;
    const broken = [
      ...listBrokenRules(podRules, (rule) => rule(pod)),
      ...all.flatMap((container) => listBrokenRules(containerRules, (rule) => rule(container, pod))),
      ...permanent.flatMap((container) => listBrokenRules(serviceRules, (rule) => rule(container, pod))),
    ];
    return broken.map((rule) => `${object.kind}/${object.metadata.name}: ${rule}`);
  });
}

function listBrokenRules<Judge>(rules: Record<string, Judge>, holds: (rule: Judge) => boolean): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => (holds(rule) ? [] : [name]));
}
