// Tests an image of a release. Without a container runtime, checks that the expected users can write to the spool, and
// runs the service as a user that OpenShift would choose. Under each installed container runtime, runs the service with
// the restrictions of the Deployment.
import { join } from 'node:path';
import { makeWarc, startProcess, startTestPostgres } from '@holdfast/testkit';
import { type OciImage, unpackImage } from '../images/oci-image.ts';
import { findRuntimes, type OciRuntime } from '../images/oci-runtime.ts';
import { loadSeccompProfile } from '../images/oci-seccomp.ts';
import { startContainerService } from '../images/oci-service.ts';
import { runToEnd } from './build-twice.ts';

export interface UsedImages {
  /** Image of the repository service for this CPU architecture. */
  readonly image: OciImage;
  /** Message that the repository service prints when its image is started without settings. */
  readonly imageSays: string;
  /** Container runtimes under which the service has imported and listed records. */
  readonly runtimes: readonly string[];
}

/** Unpacks the image of the repository service, and runs it. Needs root. */
export async function useImages(folder: string, version: string, scratch: string): Promise<UsedImages> {
  const archive = join(folder, `holdfast-repository-service-${version}.oci.tar`);
  const image = await unpackImage(archive, scratch);
  const imageSays = await runWithoutRuntime(image.root);
  const runtimes: string[] = [];
  for (const runtime of findRuntimes()) {
    await useContainer(runtime, image);
    runtimes.push(`${runtime.name}${runtime.isRootless ? ' without root' : ''}`);
  }
  return { image, imageSays, runtimes };
}

/**
 * Throws unless the image's user and a user that OpenShift would choose can write to the spool. Runs the service
 * without settings as the second user. Returns the output of the service.
 */
async function runWithoutRuntime(root: string): Promise<string> {
  for (const user of ['10001:10001', '1000680000:0']) {
    const script = `: > "/spool/${user}"; : > "/tmp/${user}"`;
    await runToEnd('chroot', [`--userspec=${user}`, '--groups=', root, '/bin/sh', '-ec', script]);
  }
  const service = await startProcess('chroot', [
    ...['--userspec=1000680000:0', '--groups=', root],
    '/holdfast/bin/repository-service',
  ]);
  await service.exited;
  return service.output();
}

async function useContainer(runtime: OciRuntime, image: OciImage): Promise<void> {
  const { server } = await startTestPostgres();
  const settings = { image, databaseUrl: server.url, seccomp: await loadSeccompProfile() };
  const container = await startContainerService(runtime, 'repository-service', settings);
  const { statuses } = await container.client.importArchive(makeWarc(20, 2_000).bytes, { auid: 'release' });
  const stored = statuses.filter(({ status }) => status === 'OK').length;
  const listed = (await container.client.artifacts('release')).length;
  const hook = await container.exec(...container.restrictions.preStop.with(-1, '0'));
  const { code } = await container.process.stop();
  const outcome = { stored, listed, hook: hook.code, code };
  if (JSON.stringify(outcome) !== JSON.stringify({ stored: 20, listed: 20, hook: 0, code: 0 }))
    throw new Error(`the image ended with ${JSON.stringify(outcome)}:\n${container.process.output()}`);
}
