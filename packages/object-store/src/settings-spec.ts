// The settings of an object store as environment variables: one table that every program reads them by.
export const objectStoreSpec = {
  objectStore: { kind: 'string', name: 'OBJECT_STORE', about: 'fs:/path or s3:bucket/prefix' },
  endpoint: { kind: 'url', name: 'S3_ENDPOINT', protocols: ['http:', 'https:'] },
  region: { kind: 'string', name: 'S3_REGION' },
  accessKeyId: { kind: 'string', name: 'S3_ACCESS_KEY_ID' },
  secretAccessKey: { kind: 'secret', name: 'S3_SECRET_ACCESS_KEY' },
  forcePathStyle: { kind: 'boolean', name: 'S3_FORCE_PATH_STYLE' },
  checksums: { kind: 'enum', name: 'S3_CHECKSUMS', values: ['WHEN_REQUIRED', 'WHEN_SUPPORTED'] },
  partSizeBytes: { kind: 'bytes', name: 'S3_PART_SIZE' },
  sizeBytes: { kind: 'bytes', name: 'S3_SIZE' },
} as const;
