// Runs a service from its image under a container runtime, with the restrictions and the environment of its Deployment.
// Only addresses, ports and the object store differ: the store is a folder, mounted as a volume.
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, findFreePort, TestRepositoryClient } from '@holdfast/testkit';
import { projectFolder, type ServiceName } from './built-image.ts';
import type { OciImage } from './oci-image.ts';
import { type ContainerMount, type PodRestrictions, readRestrictions } from './oci-pod.ts';
import { type OciRuntime, type RunningContainer, startContainer, toHostId } from './oci-runtime.ts';

export interface ContainerService extends RunningContainer {
  readonly restrictions: PodRestrictions;
  readonly client: TestRepositoryClient;
}

export interface ContainerSettings {
  readonly image: OciImage;
  readonly databaseUrl: string;
  readonly seccomp: object;
}

const PREFIX = { 'repository-service': 'REPOSITORY', 'config-service': 'CONFIG' };
const PASSWORD = 'correct: horse, battery';
const START_MS = 120_000;

/** Starts the service. Resolves when the service is ready. */
export async function startContainerService(
  runtime: OciRuntime,
  service: ServiceName,
  { image, databaseUrl, seccomp }: ContainerSettings,
): Promise<ContainerService> {
  const restrictions = readRestrictions(service);
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const store = { path: '/objects', isReadOnly: false, isSecret: false };
  const volumes: Record<string, { folder: string; isReadOnly: boolean }> = {};
  for (const mount of [...restrictions.mounts, store]) {
    const folder = await makeVolume(runtime, restrictions, mount, service, databaseUrl);
    volumes[mount.path] = { folder, isReadOnly: mount.isReadOnly };
  }
  const fromImage = image.config.Env.map((line) => {
    const end = line.indexOf('=');
    return [line.slice(0, end), line.slice(end + 1)] as const;
  });
  const container = await startContainer(runtime, {
    root: image.root,
    env: {
      ...Object.fromEntries(fromImage),
      ...removeS3Settings(restrictions.env),
      ...{ HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1', OBJECT_STORE: `fs:${store.path}` },
      [`${PREFIX[service]}_PORT`]: String(port),
      [`${PREFIX[service]}_METRICS_PORT`]: String(metricsPort),
    },
    command: image.config.Entrypoint,
    ...{ volumes, restrictions, seccomp },
  });
  await container.process.answers(`http://127.0.0.1:${metricsPort}/readyz`, START_MS);
  const login = { user: 'admin', password: PASSWORD };
  const client = new TestRepositoryClient(`http://127.0.0.1:${port}`, login);
  return { ...container, restrictions, client };
}

/** Creates a volume as Kubernetes does: the volume belongs to the volume group, and secrets are read-only. */
async function makeVolume(
  runtime: OciRuntime,
  { uid, volumeGid }: PodRestrictions,
  { isSecret }: ContainerMount,
  service: ServiceName,
  databaseUrl: string,
): Promise<string> {
  const folder = join(await createTemporaryFolder(), 'volume');
  await mkdir(folder);
  const owner = [toHostId(runtime, uid), toHostId(runtime, volumeGid)] as const;
  if (isSecret) {
    execFileSync('sh', [join(projectFolder, 'scripts/make-secrets.sh'), folder]);
    const secrets = join(folder, service);
    await writeFile(join(secrets, 'database-url'), databaseUrl);
    await writeFile(join(secrets, 'admin-password'), PASSWORD);
    for (const name of await readdir(secrets)) {
      // A rootless container has no supplementary groups, so the user owns the files.
      await chown(join(secrets, name), ...owner);
      await chmod(join(secrets, name), 0o440);
    }
    await chmod(folder, 0o755);
    await chmod(secrets, 0o755);
    await chmod(join(folder, '..'), 0o755);
    return secrets;
  }
  await chown(folder, ...owner);
  await chmod(folder, 0o2770);
  await chmod(join(folder, '..'), 0o755);
  return folder;
}

const removeS3Settings = (env: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('S3_')));
