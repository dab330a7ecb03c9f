// Starts a service from the contents of its image, with the settings that an operator must supply.
import { join } from 'node:path';
import { findFreePort, type StartedProcess, TestRepositoryClient } from '@holdfast/testkit';
import { readImagesFolder } from '../support/env.ts';
import { recordStart } from '../support/service-process.ts';
import type { ServiceName } from './built-image.ts';
import { type ContainerUser, createVolume, startConfined } from './confined.ts';

export interface RunningImage {
  readonly process: StartedProcess;
  readonly url: string;
  readonly password: string;
  readonly client: TestRepositoryClient;
  /** Runs another program of the image in the same environment, and waits until it exits. */
  run(...command: string[]): Promise<{ code: number | null; output: string }>;
}

export interface ImageSettings {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Volumes in addition to the spool. */
  readonly volumes?: readonly string[];
  /** User of the images by default. */
  readonly user?: ContainerUser;
  /** Folder for the spool. Default: a new folder. */
  readonly spool?: string;
}

const password = 'correct: horse, battery';
const prefix = { 'repository-service': 'REPOSITORY', 'config-service': 'CONFIG' };

/** Starts the service. Resolves when the service is ready. */
export async function startImage(service: ServiceName, settings: ImageSettings): Promise<RunningImage> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const spool = settings.spool ?? (await createVolume());
  const surroundings = {
    folder: settings.folder,
    user: settings.user,
    volumes: [spool, ...(settings.volumes ?? [])],
    env: {
      [`${prefix[service]}_PORT`]: String(port),
      [`${prefix[service]}_METRICS_PORT`]: String(metricsPort),
      SPOOL_DIR: spool,
      ADMIN_PASSWORD: password,
      ...settings.env,
    },
  };
  const bin = (name: string) => join(settings.folder, 'bin', name);
  const started = await startConfined({ ...surroundings, command: [bin(service)] });
  if (readImagesFolder() !== undefined) recordStart(service);
  await started.answers(`http://127.0.0.1:${metricsPort}/readyz`);
  const url = `http://127.0.0.1:${port}`;
  return {
    process: started,
    url,
    password,
    client: new TestRepositoryClient(url, { user: 'admin', password }),
    async run(name, ...words) {
      const command = name.startsWith('/') ? [name, ...words] : [bin(name), ...words];
      const program = await startConfined({ ...surroundings, command });
      const { code } = await program.exited;
      return { code, output: program.output() };
    },
  };
}
