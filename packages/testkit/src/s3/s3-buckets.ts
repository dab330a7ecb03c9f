// What a test file gets of the S3 server: fresh buckets, and a look at them that does not go through the
// code under test.
import { randomUUID } from 'node:crypto';
import { type S3Access, s3AccessFromEnv } from './env.ts';
import { signedFetch } from './sign.ts';

/** Settings of an object store (@holdfast/object-store) in a bucket of its own. */
export interface S3TestSettings extends S3Access {
  readonly kind: 's3';
  readonly bucket: string;
  readonly prefix: string;
  readonly forcePathStyle: boolean;
  readonly checksums: 'WHEN_REQUIRED' | 'WHEN_SUPPORTED';
  readonly partSizeBytes: number;
}

/** Gives these settings as a service's environment variables. */
export function s3Environment(settings: S3TestSettings) {
  return {
    OBJECT_STORE: `s3:${settings.bucket}`,
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}

export interface TestS3 extends S3Access {
  /** Makes a new, empty bucket. */
  bucket(): Promise<S3TestSettings>;
  /** Keys of the multipart uploads begun in the bucket and neither completed nor aborted. */
  openUploads(bucket: string): Promise<string[]>;
}

/** The run's S3 server, or undefined where there is none (Jest's global setup has said so). */
export function testS3(): TestS3 | undefined {
  const access = s3AccessFromEnv();
  return access && testS3At(access);
}

/** A server that is not the run's. */
export function testS3At(access: S3Access): TestS3 {
  return {
    ...access,
    bucket: () => makeBucket(access),
    openUploads: (bucket) => openUploads(access, bucket),
  };
}

/** Describes tests that need the S3 server; on a machine without one they are named as not run, loudly. */
export function describeWithS3(name: string, tests: (s3: TestS3) => void): void {
  const s3 = testS3();
  if (s3) {
    jest.describe(name, () => tests(s3));
    return;
  }
  process.stderr.write(`NOT RUN, no S3 server: ${name}\n`);
  jest.describe.skip(`${name} (no S3 server)`, () => tests(absent));
}

async function makeBucket(access: S3Access): Promise<S3TestSettings> {
  const bucket = `holdfast-test-${randomUUID()}`;
  const answer = await signedFetch(access, 'PUT', `/${bucket}`);
  if (!answer.ok) throw new Error(`the S3 server made no bucket: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return {
    kind: 's3',
    bucket,
    prefix: '',
    ...access,
    forcePathStyle: true,
    checksums: 'WHEN_REQUIRED',
    partSizeBytes: 16 * 1024 * 1024,
  };
}

async function openUploads(access: S3Access, bucket: string): Promise<string[]> {
  const answer = await signedFetch(access, 'GET', `/${bucket}`, { uploads: '' });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`the S3 server lists no uploads: ${answer.status} ${body}`);
  return [...body.matchAll(/<Upload>.*?<Key>(.*?)<\/Key>.*?<\/Upload>/gs)].map(([, key]) => key as string);
}

/** Jest's own global: its module cannot be imported from a global setup, which imports this package as well. */
const jest = globalThis as unknown as { describe: typeof import('@jest/globals').describe };

const absent: TestS3 = {
  endpoint: '',
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
  bucket: () => Promise.reject(new Error('there is no S3 server')),
  openUploads: () => Promise.reject(new Error('there is no S3 server')),
};
