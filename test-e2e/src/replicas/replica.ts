// One service process, started from the contents of its image like a container, or from the build.
import { join } from 'node:path';
import { findFreePort, type StartedProcess, startProcess } from '@holdfast/testkit';
import { projectFolder, type ServiceName } from '../images/built-image.ts';
import { createVolume, startConfined } from '../images/confined.ts';

export interface Replica {
  readonly name: string;
  readonly url: string;
  readonly metricsUrl: string;
  readonly process: StartedProcess;
}

export interface ReplicaPlacement {
  readonly env: Readonly<Record<string, string>>;
  /** Folder that contains the contents of the image. If undefined, runs the build. */
  readonly folder?: string;
  readonly volumes: readonly string[];
}

export const password = 'correct: horse, battery';
const prefixes = { 'repository-service': 'REPOSITORY', 'config-service': 'CONFIG' };

/** Starts the process. May resolve before the process listens. */
export async function launchReplica(
  service: ServiceName,
  name: string,
  place: ReplicaPlacement,
): Promise<Replica> {
  const [port, metricsPort, spool] = [await findFreePort(), await findFreePort(), await createVolume()];
  const env = {
    [`${prefixes[service]}_PORT`]: String(port),
    [`${prefixes[service]}_METRICS_PORT`]: String(metricsPort),
    SPOOL_DIR: spool,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
    ...place.env,
  };
  const main = join(projectFolder, 'services', service, 'dist', 'main.js');
  const started =
    place.folder === undefined
      ? await startProcess(process.execPath, [main], { env })
      : await startConfined({
          folder: place.folder,
          volumes: [spool, ...place.volumes],
          env,
          command: [join(place.folder, 'bin', service)],
        });
  const at = (where: number) => `http://127.0.0.1:${where}`;
  return { name, url: at(port), metricsUrl: at(metricsPort), process: started };
}
