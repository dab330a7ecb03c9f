// The environment as the S3 test server reads and passes it on. Nothing else of the environment is read here.
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where the buckets lie as folders of files; undefined for a server that is not ours. */
  readonly folder?: string;
}

/** The S3 server named by S3_TEST_*: the operator's own, or the one Jest's global setup started. */
export function s3AccessFromEnv(env: NodeJS.ProcessEnv = process.env): S3Access | undefined {
  const endpoint = env.S3_TEST_ENDPOINT;
  if (!endpoint) return undefined;
  const accessKeyId = env.S3_TEST_ACCESS_KEY_ID;
  const secretAccessKey = env.S3_TEST_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey) {
    throw new Error('S3_TEST_ENDPOINT needs S3_TEST_ACCESS_KEY_ID and S3_TEST_SECRET_ACCESS_KEY beside it');
  }
  const folder = env.S3_TEST_FOLDER;
  const access = { endpoint, region: env.S3_TEST_REGION || 'us-east-1', accessKeyId, secretAccessKey };
  return folder ? { ...access, folder } : access;
}

export function s3AccessAsEnv(access: S3Access): Record<string, string> {
  return {
    S3_TEST_ENDPOINT: access.endpoint,
    S3_TEST_REGION: access.region,
    S3_TEST_ACCESS_KEY_ID: access.accessKeyId,
    S3_TEST_SECRET_ACCESS_KEY: access.secretAccessKey,
    ...(access.folder !== undefined && { S3_TEST_FOLDER: access.folder }),
  };
}

/** Where built servers are kept between runs. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast');
}

/** The environment for `go install`: the user's own, a static binary, into `binFolder`. */
export function goEnv(binFolder: string): NodeJS.ProcessEnv {
  return { ...process.env, CGO_ENABLED: '0', GOBIN: binFolder, GOOS: '', GOARCH: '' };
}

/** The environment for `cargo install` of a server for tests: what takes long to compile and gains little here is left out. */
export function cargoEnv(targetFolder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CARGO_TARGET_DIR: targetFolder,
    CARGO_PROFILE_RELEASE_OPT_LEVEL: '1',
    CARGO_PROFILE_RELEASE_LTO: 'off',
    CARGO_PROFILE_RELEASE_DEBUG: '0',
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  };
}

/** The environment of the server: its keys and what it takes to run, so that they are in no process list. */
export function serverEnv({ accessKeyId, secretAccessKey }: S3Access): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ROOT_ACCESS_KEY_ID: accessKeyId,
    ROOT_SECRET_ACCESS_KEY: secretAccessKey,
  };
}
