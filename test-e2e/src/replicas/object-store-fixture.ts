// Object store of the replicas: a real S3 server that can be stopped and restarted with its data. Without an S3 server,
// the replicas share a folder, the fixture reports this, and tests that need the server are skipped.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  buildVersitygw,
  createTemporaryFolder,
  findFreePort,
  type StartedProcess,
  startProcess,
} from '@holdfast/testkit';
import { createVolume } from '../images/confined.ts';

export interface ObjectStoreFixture {
  readonly kind: 'S3' | 'folder';
  /** Settings with which a service uses this store. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders that the services must be able to write to. */
  readonly volumes: readonly string[];
  /** Returns the keys of the stored segments, as found on the server's disk. */
  segments(): Promise<string[]>;
  /** Returns the files of unfinished multipart uploads. */
  unfinished(): Promise<string[]>;
  /** Kills the server with SIGKILL. */
  stop(): Promise<void>;
  /** Restarts the server with its data. Resolves when the server responds. */
  start(): Promise<void>;
}

/** Returns whether an S3 server is available. */
export function hasS3(): Promise<boolean> {
  return buildVersitygw().then(
    () => true,
    () => false,
  );
}

export async function openObjectStoreFixture(): Promise<ObjectStoreFixture> {
  const binary = await buildVersitygw().catch((error: Error) => error);
  if (typeof binary === 'string') return createS3Fixture(binary);
  const line = '='.repeat(100);
  process.stderr.write(
    `\n${line}\nNOT RUN: replicas on S3. They share a folder. ${binary.message}\n${line}\n\n`,
  );
  return createFolderFixture();
}

const bucket = 'holdfast';

async function createS3Fixture(binary: string): Promise<ObjectStoreFixture> {
  const [folder, port] = [await createTemporaryFolder(), await findFreePort()];
  const [data, sidecar] = [join(folder, 'data'), join(folder, 'metadata')];
  // versitygw treats each folder as a bucket.
  await mkdir(join(data, bucket), { recursive: true });
  await mkdir(sidecar);
  const endpoint = `http://127.0.0.1:${port}`;
  const [accessKeyId, secretAccessKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
  const common = ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet', '--health', '/health'];
  let server: StartedProcess;
  const start = async () => {
    server = await startProcess(binary, [...common, 'posix', '--sidecar', sidecar, data], {
      env: { ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
    });
    await server.answers(`${endpoint}/health`);
  };
  await start();
  return {
    kind: 'S3',
    env: {
      OBJECT_STORE: `s3:${bucket}`,
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    volumes: [],
    segments: () => listSegmentFiles(join(data, bucket)),
    unfinished: async () =>
      (await listRelativeFiles(join(data, bucket))).filter((file) => file.startsWith('.sgwtmp/')),
    stop: () => server.kill9(),
    start,
  };
}

async function createFolderFixture(): Promise<ObjectStoreFixture> {
  const folder = await createVolume();
  await chmod(folder, 0o777);
  const absent = () => Promise.reject(new Error('a folder cannot be stopped'));
  return {
    kind: 'folder',
    env: { OBJECT_STORE: `fs:${folder}` },
    volumes: [folder],
    segments: () => listSegmentFiles(join(folder, 'objects')),
    unfinished: async () => (await listRelativeFiles(folder)).filter((file) => file.startsWith('uploads/')),
    stop: absent,
    start: absent,
  };
}

async function listSegmentFiles(folder: string): Promise<string[]> {
  return (await listRelativeFiles(folder)).filter((file) => /^ns\/.*\.warc\.gz$/.test(file));
}

/** Lists the files in a folder and its subfolders. */
async function listRelativeFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
