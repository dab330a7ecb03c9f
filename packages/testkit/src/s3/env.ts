// Reads the environment variables for the S3 test server. Builds the environments for compiling and running the server.
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Folder with the buckets. Undefined for an external server. */
  readonly folder?: string;
}

/**
 * Returns the endpoint and the credentials in the variables S3_TEST_*. They belong to an external S3 server, or to the
 * server that Jest's global setup has started. Returns undefined if S3_TEST_ENDPOINT is not set.
 */
export function readS3Access(env: NodeJS.ProcessEnv = process.env): S3Access | undefined {
  const endpoint = env.S3_TEST_ENDPOINT;
  if (!endpoint) return undefined;
  const accessKeyId = env.S3_TEST_ACCESS_KEY_ID;
  const secretAccessKey = env.S3_TEST_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey) {
    throw new Error('S3_TEST_ENDPOINT requires S3_TEST_ACCESS_KEY_ID and S3_TEST_SECRET_ACCESS_KEY');
  }
  const folder = env.S3_TEST_FOLDER;
  const access = { endpoint, region: env.S3_TEST_REGION || 'us-east-1', accessKeyId, secretAccessKey };
  return folder ? { ...access, folder } : access;
}

export function formatS3Access(access: S3Access): Record<string, string> {
  return {
    S3_TEST_ENDPOINT: access.endpoint,
    S3_TEST_REGION: access.region,
    S3_TEST_ACCESS_KEY_ID: access.accessKeyId,
    S3_TEST_SECRET_ACCESS_KEY: access.secretAccessKey,
    ...(access.folder !== undefined && { S3_TEST_FOLDER: access.folder }),
  };
}

/** Returns the cache folder for test servers, which are installed once per machine. */
export function findCacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast');
}

/** Returns the environment in which `go install` writes a statically linked binary to `binFolder`. */
export function makeGoEnvironment(binFolder: string): NodeJS.ProcessEnv {
  return { ...process.env, CGO_ENABLED: '0', GOBIN: binFolder, GOOS: '', GOARCH: '' };
}

/** Returns the environment of `cargo install`, with options for a fast build. */
export function makeCargoEnvironment(targetFolder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CARGO_TARGET_DIR: targetFolder,
    CARGO_PROFILE_RELEASE_OPT_LEVEL: '1',
    CARGO_PROFILE_RELEASE_LTO: 'off',
    CARGO_PROFILE_RELEASE_DEBUG: '0',
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
  };
}

/** Returns the environment of the server. Passes the keys as variables, because process lists would show arguments. */
export function makeServerEnvironment({ accessKeyId, secretAccessKey }: S3Access): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ROOT_ACCESS_KEY_ID: accessKeyId,
    ROOT_SECRET_ACCESS_KEY: secretAccessKey,
  };
}
