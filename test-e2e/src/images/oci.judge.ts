// Covers: services packages scripts k8s/base docker-compose.yml
// Runs both services from their images under runc and crun, as root and rootless, with the restrictions of their
// Deployments: user, capabilities, seccomp profile, read-only file system, volumes and memory limit.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createTestDatabase, makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceName } from './built-image.ts';
import { buildBase, makeImage, type OciImage } from './oci-image.ts';
import { findRuntimes, type OciRuntime, toHostId } from './oci-runtime.ts';
import { loadSeccompProfile } from './oci-seccomp.ts';
import { type ContainerService, startContainerService } from './oci-service.ts';

const hasTools = ['mmdebstrap', 'go'].every((tool) => spawnSync(tool, ['--help']).error === undefined);
const runtimes = hasTools ? findRuntimes() : [];
if (runtimes.length === 0)
  process.stderr.write(
    'NOT RUN: images under runc and crun; that takes root, mmdebstrap, Go, runc and crun\n',
  );

(runtimes.length > 0 ? describe : describe.skip)('images under a container runtime', () => {
  const images = {} as Record<ServiceName, OciImage>;
  let seccomp: object;

  beforeAll(async () => {
    seccomp = await loadSeccompProfile();
    const base = await buildBase();
    for (const service of ['repository-service', 'config-service'] as const)
      images[service] = await makeImage(service, base);
  }, 600_000);

  const start = async (runtime: OciRuntime, service: ServiceName) => {
    const { url: databaseUrl } = await createTestDatabase();
    return startContainerService(runtime, service, { image: images[service], databaseUrl, seccomp });
  };

  const cases = runtimes.map(
    (runtime) => [`${runtime.name}${runtime.isRootless ? ' without root' : ''}`, runtime] as const,
  );
  it.each(cases)(
    'the repository service works, and is confined, under %s',
    async (_name, runtime) => {
      const container = await start(runtime, 'repository-service');
      await expectConfined(container, runtime);
      const { bytes } = makeWarc(20, 2_000);
      const { status, statuses } = await container.client.importArchive(bytes, { auid: 'container' });
      expect([status, statuses.map((one) => one.status)]).toEqual([200, Array(20).fill('OK')]);
      expect(await container.client.artifacts('container')).toHaveLength(20);
      await expectCommands(container);
      expect(await container.process.stop()).toEqual({ code: 0, signal: null });
    },
    180_000,
  );

  it('the configuration service works, and is confined', async () => {
    const container = await start(runtimes[0]!, 'config-service');
    await expectConfined(container, runtimes[0]!);
    await expectCommands(container);
    expect(await container.process.stop()).toEqual({ code: 0, signal: null });
  }, 180_000);
});

/** Verifies that the kernel reports the restrictions that the Deployment sets. */
async function expectConfined(container: ContainerService, runtime: OciRuntime): Promise<void> {
  const { uid, gid, memoryBytes, mounts } = container.restrictions;
  const status = await readFile(`/proc/${await container.findPid()}/status`, 'utf8');
  const read = (name: string) => new RegExp(`^${name}:\\s*(.*?)\\s*$`, 'm').exec(status)?.[1]?.split(/\s+/);
  expect(read('Uid')).toEqual(Array(4).fill(String(toHostId(runtime, uid))));
  expect(read('Gid')).toEqual(Array(4).fill(String(toHostId(runtime, gid))));
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
    expect([set, read(set)]).toEqual([set, ['0000000000000000']]);
  expect([read('NoNewPrivs'), read('Seccomp')]).toEqual([['1'], ['2']]);
  expect([memoryBytes, undefined]).toContain(await container.readMemoryLimit());
  for (const path of ['/holdfast', '/tmp', '/etc', '/run'])
    expect(await write(container, path)).toMatchObject({ output: expect.stringContaining('Read-only') });
  for (const { path, isReadOnly } of mounts)
    expect([path, (await write(container, path)).code !== 0]).toEqual([path, isReadOnly]);
}

const write = (container: ContainerService, folder: string) =>
  container.exec('/bin/sh', '-c', `echo x > ${folder}/written`);

/** Expects that the image contains the programs that the manifests and the runbooks run in its containers. */
async function expectCommands(container: ContainerService): Promise<void> {
  const [sleep = '', ...words] = container.restrictions.preStop;
  expect([sleep, words.length]).toEqual(['/bin/sleep', 1]);
  expect(await container.exec(sleep, '0')).toEqual({ code: 0, output: '' });
  const password = await container.exec('cat', '/run/secrets/holdfast/admin-password');
  expect(password).toEqual({ code: 0, output: container.client.settings.password });
  expect(await container.exec('/holdfast/bin/healthcheck')).toEqual({ code: 0, output: 'ok\n' });
  expect(await container.exec('holdfast', '--version')).toMatchObject({ code: 0 });
}
