// Creates buckets on the S3 test server, and checks their content without the code under test.
import { randomUUID } from 'node:crypto';
import { readS3Access, type S3Access } from './env.ts';
import { fetchSigned } from './sign.ts';

/** Object store settings (@holdfast/object-store) for a new bucket. */
export interface S3TestSettings extends S3Access {
  readonly kind: 's3';
  readonly bucket: string;
  readonly prefix: string;
  readonly forcePathStyle: boolean;
  readonly checksums: 'WHEN_REQUIRED' | 'WHEN_SUPPORTED';
  readonly partSizeBytes: number;
}

/** Converts the settings to environment variables of a service. */
export function toS3Environment(settings: S3TestSettings) {
  return {
    OBJECT_STORE: `s3:${settings.bucket}`,
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}

export interface TestS3Server extends S3Access {
  /** Creates an empty bucket. `objectLock` enables object lock, which includes versioning. */
  bucket(options?: { readonly objectLock?: boolean }): Promise<S3TestSettings>;
  /** Returns the keys of unfinished multipart uploads in the bucket. */
  openUploads(bucket: string): Promise<string[]>;
}

/** Returns the run's S3 server. Returns undefined if there is none; Jest's global setup has then printed the reason. */
export function findTestS3(): TestS3Server | undefined {
  const access = readS3Access();
  return access && openTestS3(access);
}

/** Creates buckets on the S3 server of `access`, which need not be the run's server. */
export function openTestS3(access: S3Access): TestS3Server {
  return {
    ...access,
    bucket: (options) => createBucket(access, options),
    openUploads: (bucket) => listOpenUploads(access, bucket),
  };
}

/** Calls `describe` if the S3 server is available. Otherwise prints a message and skips the tests. */
export function describeWithS3(name: string, tests: (s3: TestS3Server) => void): void {
  const s3 = findTestS3();
  if (s3) {
    jest.describe(name, () => tests(s3));
    return;
  }
  process.stderr.write(`NOT RUN, no S3 server: ${name}\n`);
  jest.describe.skip(`${name} (no S3 server)`, () => tests(absent));
}

async function createBucket(
  access: S3Access,
  { objectLock = false }: { objectLock?: boolean } = {},
): Promise<S3TestSettings> {
  const bucket = `holdfast-test-${randomUUID()}`;
  const headers = objectLock ? { 'x-amz-bucket-object-lock-enabled': 'true' } : {};
  const answer = await fetchSigned(access, 'PUT', `/${bucket}`, {}, { headers });
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

async function listOpenUploads(access: S3Access, bucket: string): Promise<string[]> {
  const answer = await fetchSigned(access, 'GET', `/${bucket}`, { uploads: '' });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`the S3 server lists no uploads: ${answer.status} ${body}`);
  return [...body.matchAll(/<Upload>.*?<Key>(.*?)<\/Key>.*?<\/Upload>/gs)].map(([, key]) => key as string);
}

/** Uses the global `describe`, because global setups import this file but cannot import `@jest/globals`. */
const jest = globalThis as unknown as { describe: typeof import('@jest/globals').describe };

const absent: TestS3Server = {
  endpoint: '',
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
  bucket: () => Promise.reject(new Error('there is no S3 server')),
  openUploads: () => Promise.reject(new Error('there is no S3 server')),
};
