// Checks that every reference from an object of an overlay has a target, in the overlay or in the services.
import { readFileSync } from 'node:fs';
import { isSecretFile } from '../compose/compose-file.ts';
import { findPodTemplate, type Manifest } from './manifests.ts';

const settingsPage = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
const makeSecrets = readFileSync(new URL('../../../scripts/make-secrets.sh', import.meta.url), 'utf8');

/** Returns a message for each reference without a target. */
export function findDanglingReferences(objects: readonly Manifest[]): string[] {
  return [
    ...findUnmatchedSelectors(objects),
    ...findBrokenReferences(objects),
    ...findSettingFaults(objects),
    ...findShortGracePeriods(objects),
  ];
}

/** Checks that every pod selector matches a pod. */
function findUnmatchedSelectors(objects: readonly Manifest[]): string[] {
  const pods = selectWorkloads(objects).map((object) => findPodTemplate(object).metadata.labels);
  const selectors = objects.flatMap(({ kind, metadata, spec }) => {
    const selector = {
      Service: spec?.selector,
      PodDisruptionBudget: spec?.selector?.matchLabels,
      NetworkPolicy: spec?.podSelector?.matchLabels,
    }[kind as string];
    return selector === undefined ? [] : [{ name: `${kind}/${metadata.name}`, selector }];
  });
  const selectsSome = (selector: Record<string, string>) =>
    pods.some((labels) => Object.entries(selector).every(([label, value]) => labels[label] === value));
  return selectors
    .filter(({ selector }) => !selectsSome(selector))
    .map(({ name }) => `${name} selects no pod`);
}

/** Checks references to ports, ConfigMaps, ServiceAccounts and secrets, and the targets of autoscalers. */
function findBrokenReferences(objects: readonly Manifest[]): string[] {
  const has = (kind: string, name: string) =>
    objects.some((object) => object.kind === kind && object.metadata.name === name);
  const ports = selectWorkloads(objects).flatMap((object) =>
    findPodTemplate(object).spec.containers.flatMap((one: Manifest) =>
      (one.ports ?? []).map(({ name }: Manifest) => name),
    ),
  );
  const wanted: [string, boolean][] = objects.flatMap((object): [string, boolean][] => {
    if (object.kind === 'Service')
      return object.spec.ports.map((port: Manifest) => [
        `port ${port.targetPort}`,
        ports.includes(port.targetPort),
      ]);
    if (object.kind === 'HorizontalPodAutoscaler') {
      const { kind, name } = object.spec.scaleTargetRef;
      return [[`${kind}/${name}`, has(kind, name)]];
    }
    return [];
  });
  for (const object of selectWorkloads(objects)) {
    const pod = findPodTemplate(object).spec;
    if (pod.serviceAccountName !== undefined)
      wanted.push([pod.serviceAccountName, has('ServiceAccount', pod.serviceAccountName)]);
    for (const { configMap, secret, persistentVolumeClaim } of pod.volumes) {
      if (persistentVolumeClaim) {
        const { claimName } = persistentVolumeClaim;
        wanted.push([claimName, has('PersistentVolumeClaim', claimName)]);
      }
      if (configMap && !configMap.optional) wanted.push([configMap.name, has('ConfigMap', configMap.name)]);
      if (secret)
        wanted.push([secret.secretName, isCreatedSecret(secret.secretName.replace(/^holdfast-/, ''))]);
    }
    for (const { configMapRef } of pod.containers.flatMap((one: Manifest) => one.envFrom ?? [])) {
      wanted.push([configMapRef.name, has('ConfigMap', configMapRef.name)]);
    }
  }
  return wanted.filter(([, found]) => !found).map(([what]) => `${what} is not there`);
}

/**
 * Checks that services get only settings that docs/settings.md lists, and only secrets that make-secrets.sh creates.
 */
function findSettingFaults(objects: readonly Manifest[]): string[] {
  return selectWorkloads(objects)
    .filter(({ kind }) => kind === 'Deployment' || kind === 'CronJob')
    .flatMap((object) => {
      const { spec: pod } = findPodTemplate(object);
      const [container] = pod.containers;
      const given = collectSettings(objects, container);
      const unknown = Object.keys(given).filter(
        (name) => !settingsPage.includes(`\`${toDocumentedName(name)}\``),
      );
      const files = Object.entries(given)
        .filter(([name]) => isSecretFile(name))
        .map(([, path]) => findSecret(pod, container, String(path)));
      const unmade = files.filter((file) => !isCreatedSecret(file));
      return [
        ...unknown.map((name) => `${name} is no setting`),
        ...unmade.map((file) => `nobody makes the secret ${file}`),
      ];
    });
}

/** Maps a path in the container to the secret and key mounted there, such as `config-service/journal-key`. */
function findSecret(pod: Manifest, container: Manifest, path: string): string {
  const mount = container.volumeMounts.find(({ mountPath }: Manifest) => path.startsWith(`${mountPath}/`));
  const volume = pod.volumes.find(({ name }: Manifest) => name === mount?.name);
  const [, name = 'no secret'] = /^holdfast-(.*)$/.exec(volume?.secret?.secretName ?? '') ?? [];
  return `${name}/${path.split('/').at(-1)}`;
}

/** Removes the suffix `_FILE` and the name of the store (`_FAR` in `S3_ENDPOINT_FAR`). */
function toDocumentedName(setting: string): string {
  const name = isSecretFile(setting) ? setting.replace(/_FILE$/, '') : setting;
  return name.replace(/^(S3_.+|STORE_ROLE)_FAR$/, '$1');
}

/** Checks that the grace period covers the pause, the drain timeout and the closing of connections. */
function findShortGracePeriods(objects: readonly Manifest[]): string[] {
  return selectWorkloads(objects)
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ metadata, spec }) => {
      const {
        containers: [container],
        terminationGracePeriodSeconds: graceSeconds,
      } = spec.template.spec;
      // A container without an HTTP port has no requests to finish.
      if (!container.ports.some(({ name }: { name: string }) => name === 'http')) return [];
      const pauseSeconds = Number(container.lifecycle.preStop.exec.command[1]);
      const drainSeconds = Number.parseInt(collectSettings(objects, container).DRAIN_TIMEOUT, 10);
      const closingSeconds = 15;
      return graceSeconds >= pauseSeconds + drainSeconds + closingSeconds
        ? []
        : [`${metadata.name} is killed while it stops`];
    });
}

function collectSettings(objects: readonly Manifest[], container: Manifest): Manifest {
  const maps = container.envFrom.map(
    ({ configMapRef }: Manifest) =>
      objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name)?.data,
  );
  const own = container.env.map(({ name, value }: Manifest) => [name, value]);
  return Object.assign({}, ...maps, Object.fromEntries(own));
}

function isCreatedSecret(secret: string): boolean {
  const name = secret.replace(/^(repository|config)-service\/database-url$/, '$service-service/database-url');
  return makeSecrets.includes(name);
}

function selectWorkloads(objects: readonly Manifest[]): Manifest[] {
  return objects.filter(({ kind }) => ['Deployment', 'StatefulSet', 'CronJob'].includes(kind));
}
