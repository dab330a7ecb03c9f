// Reads the restrictions of a service's container from its Deployment.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectFolder, type ServiceName } from './built-image.ts';
import type { ContainerRestrictions } from './oci-runtime.ts';

export interface ContainerMount {
  readonly path: string;
  readonly isReadOnly: boolean;
  /** Whether the volume contains the secrets of the service. */
  readonly isSecret: boolean;
}

/** Restrictions, environment and mounts of a container. */
export interface PodRestrictions extends ContainerRestrictions {
  readonly memoryBytes: number;
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly ContainerMount[];
  /** Command that Kubernetes runs in the container before it stops the service. */
  readonly preStop: readonly string[];
}

/** Reads the restrictions. Throws if the Deployment allows any privilege, or lacks the default seccomp profile. */
export function readRestrictions(service: ServiceName): PodRestrictions {
  const folder = join(projectFolder, 'k8s/base', service);
  const { spec } = parse(readFileSync(join(folder, 'deployment.yaml'), 'utf8')).spec.template;
  const [container] = spec.containers;
  const { securityContext: own } = container;
  const { runAsUser: uid, runAsGroup: gid, fsGroup: volumeGid, seccompProfile } = spec.securityContext;
  if (
    own.allowPrivilegeEscalation !== false ||
    own.capabilities.drop.join() !== 'ALL' ||
    own.capabilities.add
  )
    throw new Error(`the Deployment of ${service} allows privileges: ${JSON.stringify(own)}`);
  if (seccompProfile.type !== 'RuntimeDefault') throw new Error(`${service} has no seccomp profile`);
  const secrets = spec.volumes.filter((volume: object) => 'secret' in volume);
  const settings = readFileSync(join(folder, 'settings.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  const variables = container.env as { name: string; value: string }[];
  const { memory, cpu } = container.resources.limits as Readonly<Record<string, string>>;
  return {
    ...{ uid, gid, volumeGid },
    isRootReadOnly: own.readOnlyRootFilesystem,
    memoryBytes: parseGibibytes(memory!),
    cpus: Number(cpu),
    env: Object.fromEntries([
      ...[...settings].map(([, name, value]) => [name!, value!]),
      ...variables.map(({ name, value }) => [name, value]),
    ]),
    mounts: container.volumeMounts.map(
      ({ name, mountPath: path, readOnly }: { name: string; mountPath: string; readOnly?: boolean }) => ({
        path,
        isReadOnly: readOnly === true,
        isSecret: secrets.some((volume: { name: string }) => volume.name === name),
      }),
    ),
    preStop: container.lifecycle.preStop.exec.command,
  };
}

function parseGibibytes(text: string): number {
  const [, number] = /^(\d+)Gi$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`unexpected amount of memory: ${text}`);
  return Number(number) * 2 ** 30;
}
