// Environment variables of an object store, in one table that all programs share.
import { MAX_PART_BYTES, MIN_PART_BYTES, s3Defaults } from './settings.ts';

export const objectStoreSpec = {
  objectStore: {
    kind: 'string',
    name: 'OBJECT_STORE',
    defaultText: 'must be set',
    about: 'where content is kept: `fs:/FOLDER`, `s3:BUCKET` or `s3:BUCKET/PREFIX`',
  },
  endpoint: {
    kind: 'url',
    name: 'S3_ENDPOINT',
    protocols: ['http:', 'https:'],
    defaultText: 'AWS',
    about: 'address of the S3 server',
  },
  region: { kind: 'string', name: 'S3_REGION', default: s3Defaults.region, about: 'region of the S3 server' },
  accessKeyId: {
    kind: 'string',
    name: 'S3_ACCESS_KEY_ID',
    defaultText: 'as the AWS SDK finds it',
    about: 'access key of the S3 server',
  },
  secretAccessKey: {
    kind: 'secret',
    name: 'S3_SECRET_ACCESS_KEY',
    defaultText: 'as the AWS SDK finds it',
    about: 'the secret of that access key; both are given or neither',
  },
  forcePathStyle: {
    kind: 'boolean',
    name: 'S3_FORCE_PATH_STYLE',
    defaultText: '`true` when `S3_ENDPOINT` is set',
    about: 'whether the bucket stands in the path of an address instead of its host name',
  },
  checksums: {
    kind: 'enum',
    name: 'S3_CHECKSUMS',
    values: ['WHEN_REQUIRED', 'WHEN_SUPPORTED'],
    default: s3Defaults.checksums,
    about: 'when the AWS SDK sends checksums; many other servers do not understand all of them',
  },
  partSizeBytes: {
    kind: 'bytes',
    name: 'S3_PART_SIZE',
    min: MIN_PART_BYTES,
    max: MAX_PART_BYTES,
    default: s3Defaults.partSizeBytes,
    about: 'size of the parts of an upload, of which an object has 10,000 at most',
  },
  sizeBytes: {
    kind: 'bytes',
    name: 'S3_SIZE',
    defaultText: 'unknown',
    about: 'capacity of the store, to be reported',
  },
} as const;
