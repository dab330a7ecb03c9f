// Parses the object store setting (`fs:/path`, `s3:bucket/prefix`) and S3_* settings. Reads no environment variables.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_KEY_BYTES } from './key.ts';

export interface FsSettings {
  kind: 'fs';
  /** Absolute path of the folder. The folder is created if it does not exist. */
  folder: string;
}

export interface S3Settings {
  kind: 's3';
  bucket: string;
  /** Prefix of every key. It is empty or ends with `/`. */
  prefix: string;
  /** URL of the server. Undefined for AWS. */
  endpoint?: string;
  /** PEM certificates of additional authorities to trust. */
  authorities?: string;
  region: string;
  /** Both credentials or neither. Without credentials, the SDK searches for them itself (roles, profiles, …). */
  accessKeyId?: string;
  secretAccessKey?: string;
  forcePathStyle: boolean;
  checksums: 'WHEN_REQUIRED' | 'WHEN_SUPPORTED';
  partSizeBytes: number;
  /** Capacity that the operator has configured. Undefined if unknown. */
  sizeBytes?: number;
}

export type SingleStoreSettings = FsSettings | S3Settings;

export type ObjectStoreSettings = SingleStoreSettings | StoreSetSettings;

/** Values of the S3_* settings. Undefined fields get the defaults below. */
export interface S3Options {
  endpoint?: string | undefined;
  /** File with certificates of additional authorities to trust. */
  caFile?: string | undefined;
  /** Default `us-east-1`. */
  region?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** Path-style addressing of buckets. Default: true if an endpoint is set. */
  forcePathStyle?: boolean | undefined;
  /** Default: WHEN_REQUIRED, because many servers other than AWS do not support the default of the SDK. */
  checksums?: 'WHEN_REQUIRED' | 'WHEN_SUPPORTED' | undefined;
  /** Size of a part: 5 MiB to 256 MiB, default 16 MiB. An object has at most 10,000 parts. */
  partSizeBytes?: number | undefined;
  sizeBytes?: number | undefined;
}

export const storeRoles = ['primary', 'copy', 'archive'] as const;

/** Settings of one of several stores. */
export interface NamedStoreSettings {
  /** Name of the store: lower-case letters, digits and `-`. */
  readonly name: string;
  readonly role: (typeof storeRoles)[number];
  readonly store: SingleStoreSettings;
}

/** Settings of several stores that contain the same objects. */
export interface StoreSetSettings {
  readonly kind: 'several';
  readonly stores: readonly NamedStoreSettings[];
  /** Number of copies that must be durable before a write is acknowledged. */
  readonly copiesRequired: number;
}

/** Name and location of a store, parsed from `OBJECT_STORE` before the store's other settings. */
export interface NamedStoreLocation {
  readonly name: string;
  readonly spec: string;
}

const MEBIBYTE = 1024 * 1024;
export const MIN_PART_BYTES = 5 * MEBIBYTE;
export const MAX_PART_BYTES = 256 * MEBIBYTE;
export const s3Defaults = {
  region: 'us-east-1',
  checksums: 'WHEN_REQUIRED',
  partSizeBytes: 16 * MEBIBYTE,
} as const;

const STORE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

/**
 * Splits a list such as `fs:/disk1,far=s3:bucket`. Paths may contain commas, so a comma separates two stores only if a
 * store follows it. Stores without a name are named `store-1`, `store-2` … by position. Throws an Error with a message
 * for the user.
 */
export function splitObjectStores(text: string): readonly NamedStoreLocation[] {
  const specs = text.split(/,\s*(?=(?:[A-Za-z0-9_-]*=)?(?:fs|s3):)/);
  const entries = specs.map((each, index): NamedStoreLocation => {
    const [, name = `store-${index + 1}`, spec = ''] = /^(?:([^=:/]*)=)?(.*)$/s.exec(each.trim()) ?? [];
    if (!STORE_NAME.test(name)) {
      throw new Error(`${JSON.stringify(name)} is not a valid store name: use up to 32 of a-z, 0-9 and -`);
    }
    return { name, spec };
  });
  const twice = entries.find(({ name }, index) => entries.findIndex((one) => one.name === name) < index);
  if (twice) throw new Error(`two stores are called ${twice.name}`);
  return entries;
}

/** All object store settings except `OBJECT_STORE`. */
export interface StoreSetOptions {
  readonly s3: S3Options;
  readonly copiesRequired?: string | undefined;
  /** Settings of the store with this name, which override `s3`. */
  own(name: string): S3Options & { readonly role?: NamedStoreSettings['role'] | undefined };
}

/** Returns the secret keys of all stores, so that the caller can remove them from texts. */
export function listStoreSecrets(settings: ObjectStoreSettings): string[] {
  const stores = settings.kind === 'several' ? settings.stores.map(({ store }) => store) : [settings];
  return stores.flatMap((store) =>
    store.kind === 's3' && store.secretAccessKey !== undefined ? [store.secretAccessKey] : [],
  );
}

/** Parses `OBJECT_STORE`, which describes one or several stores. Throws an Error with a message for the user. */
export function parseObjectStores(text: string, options: StoreSetOptions): ObjectStoreSettings {
  const { s3, copiesRequired } = options;
  const entries = splitObjectStores(text);
  const [only] = entries;
  if (entries.length === 1 && only && !text.includes('=')) {
    if (copiesRequired !== undefined) parseCopiesRequired(copiesRequired, 1);
    return parseObjectStore(only.spec, s3);
  }
  const stores = entries.map(({ name, spec }): NamedStoreSettings => {
    const { role = 'primary', ...own } = options.own(name);
    return { name, role, store: parseObjectStore(spec, { ...s3, ...removeUndefined(own) }) };
  });
  const locations = stores.map(({ store }) => formatLocation(store));
  const twice = locations.find((location, index) => locations.indexOf(location) < index);
  if (twice !== undefined) throw new Error(`two stores are the same: ${twice}`);
  return { kind: 'several', stores, copiesRequired: parseCopiesRequired(copiesRequired, stores.length) };
}

function removeUndefined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/**
 * Parses the number of durable copies that a write needs before it is acknowledged: `all`, or a number from 1 to the
 * number of stores. The default is 1 for one or two stores, and 2 for three or more. Throws an Error for any other
 * value.
 */
export function parseCopiesRequired(text: string | undefined, stores: number): number {
  if (text === undefined) return stores > 2 ? 2 : 1;
  if (text === 'all') return stores;
  const count = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= stores) return count;
  throw new Error(`must be all or a number from 1 to ${stores}, the number of stores`);
}

/** Formats the stores as a value of `OBJECT_STORE`. */
export function formatObjectStores({ stores }: StoreSetSettings): string {
  return stores.map(({ name, store }) => `${name}=${formatSpec(store)}`).join(',');
}

function formatSpec(store: SingleStoreSettings): string {
  if (store.kind === 'fs') return `fs:${store.folder}`;
  return `s3:${store.bucket}${store.prefix === '' ? '' : `/${store.prefix.slice(0, -1)}`}`;
}

/** Returns a store's location without secrets: the folder, or the bucket, prefix and endpoint. */
export function formatLocation(store: SingleStoreSettings): string {
  const endpoint = store.kind === 'fs' ? undefined : store.endpoint;
  return `${formatSpec(store)}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
}

/** Parses `fs:/path` or `s3:bucket[/prefix]`. Throws an Error with a message for the user. */
export function parseObjectStore(spec: string, s3: S3Options = {}): SingleStoreSettings {
  const [, kind, rest = ''] = /^([a-z0-9]+):(.*)$/s.exec(spec) ?? [];
  if (kind === 'fs') return { kind, folder: parseFolder(rest) };
  if (kind === 's3') return { kind, ...parseBucket(rest), ...parseS3(s3) };
  throw new Error(`the object store must be fs:/path or s3:bucket/prefix, not ${JSON.stringify(spec)}`);
}

function parseFolder(path: string): string {
  if (path === '') throw new Error('fs: needs a folder after it, as in fs:/var/lib/holdfast/objects');
  if (path.includes('\0')) throw new Error('the folder of the object store contains a NUL character');
  return resolve(path);
}

function parseBucket(text: string): { bucket: string; prefix: string } {
  const slash = text.indexOf('/');
  const bucket = slash < 0 ? text : text.slice(0, slash);
  const inner = slash < 0 ? '' : text.slice(slash + 1).replace(/\/$/, '');
  if (!/^[a-zA-Z0-9][a-zA-Z0-9._-]{1,61}[a-zA-Z0-9]$/.test(bucket)) {
    throw new Error(`${JSON.stringify(bucket)} is not a valid bucket name`);
  }
  if (inner !== '' && !inner.split('/').every(isPlainSegment)) {
    throw new Error(
      `${JSON.stringify(inner)} is not a valid prefix: use segments of letters, digits, . _ and -, separated by /`,
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
        : `S3_CA_FILE must contain certificates in PEM format (${message})`,
    );
  }
}

function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error('the S3 endpoint must be a URL like https://s3.example.org');
  }
  if (url.username || url.password)
    throw new Error('the S3 endpoint must not contain a user name or password');
  if (url.search || url.hash) throw new Error('the S3 endpoint must not contain a query or fragment');
  return url.href.replace(/\/+$/, '');
}
