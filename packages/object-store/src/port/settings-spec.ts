// Environment variables with the settings of an object store. All programs use this table.
import { MAX_PART_BYTES, MIN_PART_BYTES, s3Defaults, splitObjectStores, storeRoles } from './settings.ts';

export const objectStoreSpec = {
  objectStore: {
    kind: 'string',
    name: 'OBJECT_STORE',
    defaultText: 'must be set',
    about:
      'storage for content: `fs:/FOLDER`, `s3:BUCKET` or `s3:BUCKET/PREFIX`; several stores, separated by commas, each hold all content ([Several stores](object-stores.md#several-stores))',
  },
  copiesRequired: {
    kind: 'string',
    name: 'COPIES_REQUIRED',
    pattern: /^(?:all|[1-9][0-9]?)$/,
    defaultText: '1 of two stores, 2 of three or more',
    about:
      'with several stores: how many copies must be durable before a write is acknowledged; `all`: every store',
  },
  endpoint: {
    kind: 'url',
    name: 'S3_ENDPOINT',
    protocols: ['http:', 'https:'],
    defaultText: 'AWS',
    about: 'address of the S3 server',
  },
  caFile: {
    kind: 'string',
    name: 'S3_CA_FILE',
    defaultText: 'none: the public authorities alone',
    about:
      'PEM file with certificates of further authorities that may sign the certificate of an `https:` `S3_ENDPOINT`; read at start',
  },
  region: { kind: 'string', name: 'S3_REGION', default: s3Defaults.region, about: 'region of the S3 server' },
  accessKeyId: {
    kind: 'string',
    name: 'S3_ACCESS_KEY_ID',
    defaultText: 'found by the AWS SDK',
    about: 'access key of the S3 server',
  },
  secretAccessKey: {
    kind: 'secret',
    name: 'S3_SECRET_ACCESS_KEY',
    defaultText: 'found by the AWS SDK',
    about: 'secret of the access key; set both or neither',
  },
  forcePathStyle: {
    kind: 'boolean',
    name: 'S3_FORCE_PATH_STYLE',
    defaultText: '`true` when `S3_ENDPOINT` is set',
    about: '`true`: put the bucket into the path of an address instead of the host name',
  },
  checksums: {
    kind: 'enum',
    name: 'S3_CHECKSUMS',
    values: ['WHEN_REQUIRED', 'WHEN_SUPPORTED'],
    default: s3Defaults.checksums,
    about: 'when the AWS SDK sends checksums; many other servers do not support all of them',
  },
  partSizeBytes: {
    kind: 'bytes',
    name: 'S3_PART_SIZE',
    min: MIN_PART_BYTES,
    max: MAX_PART_BYTES,
    default: s3Defaults.partSizeBytes,
    about: 'size of the parts of an upload; an object has at most 10,000 parts',
  },
  sizeBytes: {
    kind: 'bytes',
    name: 'S3_SIZE',
    defaultText: 'unknown',
    about: 'capacity of the store that the service reports',
  },
} as const;

const { objectStore: _, copiesRequired: __, ...s3Spec } = objectStoreSpec;

const roleSpec = {
  kind: 'enum',
  name: 'STORE_ROLE',
  values: storeRoles,
  about: 'order in which stores are read: `primary` before `copy` before `archive`',
} as const;

/** Returns the settings of one of several stores. The name of the store is appended to each variable. */
export function makeStoreSettingsSpec(name: string) {
  const suffix = toSettingSuffix(name);
  const own = <Spec extends { readonly name: string; readonly default?: unknown }>({
    default: _default,
    ...spec
  }: Spec) => ({ ...spec, name: `${spec.name}${suffix}` });
  return {
    role: own(roleSpec),
    endpoint: own(s3Spec.endpoint),
    caFile: own(s3Spec.caFile),
    region: own(s3Spec.region),
    accessKeyId: own(s3Spec.accessKeyId),
    secretAccessKey: own(s3Spec.secretAccessKey),
    forcePathStyle: own(s3Spec.forcePathStyle),
    checksums: own(s3Spec.checksums),
    partSizeBytes: own(s3Spec.partSizeBytes),
    sizeBytes: own(s3Spec.sizeBytes),
  } as const;
}

function toSettingSuffix(storeName: string): string {
  return `_${storeName.toUpperCase().replaceAll('-', '_')}`;
}

/** Returns the names of the variables with the settings of the stores in `OBJECT_STORE`. */
export function listStoreSettingNames(objectStore: string | undefined): string[] {
  try {
    const entries = objectStore === undefined ? [] : splitObjectStores(objectStore);
    return entries.flatMap(({ name }) => Object.values(makeStoreSettingsSpec(name)).map((spec) => spec.name));
  } catch {
    return [];
  }
}
