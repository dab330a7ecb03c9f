// Parses the object store setting (`fs:/path`, `s3:bucket/prefix`) and the S3_* settings. Does not read the environment
// itself.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_KEY_BYTES } from './key.ts';

export interface FsSettings {
  kind: 'fs';
  /** Absolute path of the folder, created if missing. */
  folder: string;
}

export interface S3Settings {
  kind: 's3';
  bucket: string;
  /** Prefix of every key: empty, or ending in `/`. */
  prefix: string;
  /** Absent for AWS itself. */
  endpoint?: string;
  /** PEM text of authorities to trust besides the public ones. */
  authorities?: string;
  region: string;
  /** Both or neither. If absent, the SDK finds credentials itself (roles, profiles, …). */
  accessKeyId?: string;
  secretAccessKey?: string;
  forcePathStyle: boolean;
  checksums: 'WHEN_REQUIRED' | 'WHEN_SUPPORTED';
  partSizeBytes: number;
  /** Capacity to report, if the operator has set it. */
  sizeBytes?: number;
}

export type ObjectStoreSettings = FsSettings | S3Settings;

/** Values of the S3_* settings. Absent members get the default below. */
export interface S3Options {
  endpoint?: string | undefined;
  /** File with authorities to trust besides the public ones. */
  caFile?: string | undefined;
  /** Default `us-east-1`. */
  region?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** Default: true if an endpoint is given. */
  forcePathStyle?: boolean | undefined;
  /** Default WHEN_REQUIRED: servers other than AWS often fail with the SDK's own default. */
  checksums?: 'WHEN_REQUIRED' | 'WHEN_SUPPORTED' | undefined;
  /** 5 MiB to 256 MiB, default 16 MiB. An object has at most 10,000 parts. */
  partSizeBytes?: number | undefined;
  sizeBytes?: number | undefined;
}

const MEBIBYTE = 1024 * 1024;
export const MIN_PART_BYTES = 5 * MEBIBYTE;
export const MAX_PART_BYTES = 256 * MEBIBYTE;
export const s3Defaults = {
  region: 'us-east-1',
  checksums: 'WHEN_REQUIRED',
  partSizeBytes: 16 * MEBIBYTE,
} as const;

/** `fs:/path` or `s3:bucket[/prefix]` → settings. Throws Error with a plain sentence naming the fault. */
export function parseObjectStore(spec: string, s3: S3Options = {}): ObjectStoreSettings {
  const [, kind, rest = ''] = /^([a-z0-9]+):(.*)$/s.exec(spec) ?? [];
  if (kind === 'fs') return { kind, folder: parseFolder(rest) };
  if (kind === 's3') return { kind, ...parseBucket(rest), ...parseS3(s3) };
  throw new Error(`the object store must be fs:/path or s3:bucket/prefix, not ${JSON.stringify(spec)}`);
}

function parseFolder(path: string): string {
  if (path === '') throw new Error('fs: needs a folder after it, as in fs:/var/lib/holdfast/objects');
  if (path.includes('\0')) throw new Error('the folder of the object store holds a NUL character');
  return resolve(path);
}

function parseBucket(text: string): { bucket: string; prefix: string } {
  const slash = text.indexOf('/');
  const bucket = slash < 0 ? text : text.slice(0, slash);
  const inner = slash < 0 ? '' : text.slice(slash + 1).replace(/\/$/, '');
  if (!/^[a-zA-Z0-9][a-zA-Z0-9._-]{1,61}[a-zA-Z0-9]$/.test(bucket)) {
    throw new Error(`${JSON.stringify(bucket)} is no bucket name`);
  }
  if (inner !== '' && !inner.split('/').every(isPlainSegment)) {
    throw new Error(
      `${JSON.stringify(inner)} is no prefix: segments of letters, digits and . _ - parted by /`,
    );
  }
  if (inner.length > MAX_KEY_BYTES / 2) throw new Error('the prefix is too long');
  return { bucket, prefix: inner === '' ? '' : `${inner}/` };
}

function isPlainSegment(segment: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(segment) && segment !== '.' && segment !== '..';
}

function parseS3(options: S3Options): Omit<S3Settings, 'kind' | 'bucket' | 'prefix'> {
  const { endpoint, accessKeyId, secretAccessKey, sizeBytes } = options;
  const partSizeBytes = options.partSizeBytes ?? s3Defaults.partSizeBytes;
  const inBounds = partSizeBytes >= MIN_PART_BYTES && partSizeBytes <= MAX_PART_BYTES;
  if (!Number.isInteger(partSizeBytes) || !inBounds) {
    throw new Error('the part size must be 5 MiB to 256 MiB, in bytes');
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new Error('an S3 access key id and its secret access key must be given together');
  }
  if (sizeBytes !== undefined && !(Number.isSafeInteger(sizeBytes) && sizeBytes >= 0)) {
    throw new Error('the size of the S3 store must be a number of bytes');
  }
  return {
    ...(endpoint === undefined ? {} : { endpoint: parseEndpoint(endpoint) }),
    ...(options.caFile === undefined ? {} : { authorities: readAuthorities(options.caFile, endpoint) }),
    region: options.region ?? s3Defaults.region,
    ...(accessKeyId === undefined || secretAccessKey === undefined ? {} : { accessKeyId, secretAccessKey }),
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    checksums: options.checksums ?? s3Defaults.checksums,
    partSizeBytes,
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
  };
}

function readAuthorities(file: string, endpoint: string | undefined): string {
  if (endpoint?.startsWith('http:'))
    throw new Error('S3_CA_FILE has no effect, because S3_ENDPOINT is not an https: address');
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text);
    return text;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code !== undefined && /^E[A-Z]+$/.test(code) && !code.startsWith('ERR_');
    throw new Error(
      isMissing
        ? `S3_CA_FILE names a file that cannot be read (${code})`
        : `S3_CA_FILE must hold certificates in PEM format (${message})`,
    );
  }
}

function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error('the S3 endpoint must be a URL like https://s3.example.org');
  }
  if (url.username || url.password) throw new Error('the S3 endpoint must not hold a user or password');
  if (url.search || url.hash) throw new Error('the S3 endpoint must not hold a query or fragment');
  return url.href.replace(/\/+$/, '');
}
