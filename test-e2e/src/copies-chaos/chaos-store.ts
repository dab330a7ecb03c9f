// Object stores that the drill can damage: folders on small file systems, and a bucket behind a proxy.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addCleanup,
  buildVersitygw,
  createTemporaryFolder,
  findFreePort,
  openTestS3,
  type StartedProcess,
  startProcess,
} from '@holdfast/testkit';
import { mountSmallDisk } from '../full-disk/small-disk.ts';
import { startS3FaultProxy } from './s3-fault-proxy.ts';
import { emptyFolder } from './store-files.ts';

/** Faults that last until the drill ends them. */
export type LastingFault = 'read-only' | 'full' | 'slow' | 'wrong bytes' | 'away' | 'server killed';

export interface ChaosStore {
  /** Name of the store in `OBJECT_STORE`. */
  readonly name: string;
  /** The store's entry in `OBJECT_STORE`, without the name. */
  readonly spec: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folder of the objects, which the drill can read during all faults. */
  readonly objects: string;
  readonly faults: readonly LastingFault[];
  begin(fault: LastingFault): Promise<void>;
  end(fault: LastingFault): Promise<void>;
  /** Removes all objects of the store. */
  empty(): void;
}

const SLOW_MS = 2_000;

/** Creates a store in a folder on its own file system, which can be unmounted or made read-only. Needs root. */
export async function createFolderStore(name: string, sizeBytes: number): Promise<ChaosStore> {
  const disk = await mountSmallDisk(sizeBytes);
  const inside = join(disk.folder, 'store');
  const view = join(await createTemporaryFolder(), 'store');
  mkdirSync(inside);
  mkdirSync(view);
  const mount = () => execFileSync('mount', ['--bind', inside, view]);
  const unmount = () => execFileSync('umount', ['--lazy', view]);
  let isMounted = false;
  const show = () => {
    if (!isMounted) mount();
    isMounted = true;
  };
  const hide = () => {
    if (isMounted) unmount();
    isMounted = false;
  };
  show();
  addCleanup(hide);
  return {
    name,
    spec: `fs:${view}`,
    env: {},
    objects: join(inside, 'objects'),
    faults: ['read-only', 'full', 'away'],
    async begin(fault) {
      if (fault === 'full') disk.fillUp();
      if (fault === 'away') hide();
      if (fault === 'read-only') await remountFolder(view, 'ro');
    },
    async end(fault) {
      if (fault === 'full') disk.clear();
      if (fault === 'away') show();
      if (fault === 'read-only') await remountFolder(view, 'rw');
    },
    empty: () => emptyFolder(inside),
  };
}

/** Remounts the folder. Retries, because the mount is busy while a file is being written. */
async function remountFolder(folder: string, mode: 'ro' | 'rw'): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      execFileSync('mount', ['-o', `remount,bind,${mode}`, folder], { stdio: 'pipe' });
      return;
    } catch (error) {
      if (tries === 500) throw error;
      await sleep(10);
    }
  }
}

/** Creates a store in a bucket of an S3 server that can be killed and is reached through a proxy. */
export async function createBucketStore(name: string, share: () => number): Promise<ChaosStore> {
  const server = await startServer();
  const { access } = server;
  const way = await startS3FaultProxy(access.endpoint, share);
  addCleanup(() => way.cut());
  const { bucket } = await openTestS3(access).bucket();
  const objects = join(access.folder, bucket);
  const suffix = name.toUpperCase();
  return {
    name,
    spec: `s3:${bucket}`,
    env: {
      [`S3_ENDPOINT_${suffix}`]: way.endpoint,
      [`S3_REGION_${suffix}`]: access.region,
      [`S3_ACCESS_KEY_ID_${suffix}`]: access.accessKeyId,
      [`S3_SECRET_ACCESS_KEY_${suffix}`]: access.secretAccessKey,
    },
    objects,
    faults: ['read-only', 'full', 'slow', 'wrong bytes', 'away', 'server killed'],
    async begin(fault) {
      if (fault === 'read-only' || fault === 'full') way.refusal = fault;
      if (fault === 'slow') way.delayMs = SLOW_MS;
      if (fault === 'wrong bytes') way.hasWrongBytes = true;
      if (fault === 'away') await way.cut();
      if (fault === 'server killed') await server.kill();
    },
    async end(fault) {
      if (fault === 'read-only' || fault === 'full') way.refusal = undefined;
      if (fault === 'slow') way.delayMs = 0;
      if (fault === 'wrong bytes') way.hasWrongBytes = false;
      if (fault === 'away') await way.repair();
      if (fault === 'server killed') await server.start();
    },
    empty() {
      emptyFolder(objects);
      emptyFolder(join(server.metadata, bucket));
    },
  };
}

async function startServer() {
  const binary = await buildVersitygw();
  const home = await createTemporaryFolder();
  const [folder, metadata] = [join(home, 'buckets'), join(home, 'metadata')];
  for (const each of [folder, metadata]) mkdirSync(each);
  const port = await findFreePort();
  const access = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'chaos',
    secretAccessKey: 'chaos-of-copies',
    folder,
  };
  const env = { ROOT_ACCESS_KEY_ID: access.accessKeyId, ROOT_SECRET_ACCESS_KEY: access.secretAccessKey };
  const words = ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', '--health', '/health', 'posix'];
  let running: StartedProcess | undefined;
  const startWith = async (options: readonly string[]) => {
    running = await startProcess(binary, [...words, ...options, folder], { env });
    await running.answers(`${access.endpoint}/health`);
  };
  // The S3 server stores metadata in extended attributes, or in files if the file system does not support them.
  let options: readonly string[] = [];
  const start = () => startWith(options);
  await start().catch(() => {
    options = ['--sidecar', metadata];
    return start();
  });
  return {
    access,
    metadata,
    start,
    kill: async () => {
      await running?.kill9();
    },
  };
}
