// Environment variables of an object store, in one table that all programs share.
import { MAX_PART_BYTES, MIN_PART_BYTES, s3Defaults } from './settings.ts';

export const objectStoreSpec = {
  objectStore: {
    kind: 'string',
    name: 'OBJECT_STORE',
    defaultText: 'must be set',
    about: 'storage for content: `fs:/FOLDER`, `s3:BUCKET` or `s3:BUCKET/PREFIX`',
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
    about: 'capacity of the store to report',
  },
} as const;
