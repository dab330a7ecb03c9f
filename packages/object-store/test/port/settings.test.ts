// Accepted values of the object store setting, and messages for invalid values.
import { describe, expect, it } from '@jest/globals';
import { parseObjectStore, type S3Options } from '../../src/port/settings.ts';

const mebibyte = 1024 * 1024;

describe('parseObjectStore', () => {
  it('reads a folder', () => {
    expect(parseObjectStore('fs:/var/lib/objects', {})).toEqual({ kind: 'fs', folder: '/var/lib/objects' });
    expect(parseObjectStore('fs:data/../objects')).toEqual({
      kind: 'fs',
      folder: `${process.cwd()}/objects`,
    });
  });

  it('reads a bucket, with the defaults of AWS', () => {
    expect(parseObjectStore('s3:my-bucket', {})).toEqual({
      kind: 's3',
      bucket: 'my-bucket',
      prefix: '',
      region: 'us-east-1',
      forcePathStyle: false,
      checksums: 'WHEN_REQUIRED',
      partSizeBytes: 16 * mebibyte,
    });
  });

  it('reads a prefix and the settings of another server', () => {
    const options: S3Options = {
      endpoint: 'https://s3.example.org:9000/',
      region: 'garage',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      checksums: 'WHEN_SUPPORTED',
      partSizeBytes: 8 * mebibyte,
      sizeBytes: 10 ** 12,
    };
    expect(parseObjectStore('s3:my-bucket/a/b/', options)).toEqual({
      ...options,
      kind: 's3',
      endpoint: 'https://s3.example.org:9000',
      bucket: 'my-bucket',
      prefix: 'a/b/',
      forcePathStyle: true,
    });
    expect(parseObjectStore('s3:my-bucket', { endpoint: 'http://x', forcePathStyle: false })).toMatchObject({
      forcePathStyle: false,
    });
  });

  it('takes undefined for absent', () => {
    const options: S3Options = { endpoint: undefined, accessKeyId: undefined, partSizeBytes: undefined };
    expect(parseObjectStore('s3:my-bucket', options)).toEqual(parseObjectStore('s3:my-bucket', {}));
  });

  const faults: [string, string, S3Options, RegExp][] = [
    ['no kind', '/var/lib/objects', {}, /must be fs:\/path or s3:bucket/],
    ['another kind', 'gcs:bucket', {}, /must be fs:\/path or s3:bucket/],
    ['nothing', '', {}, /must be fs:\/path or s3:bucket/],
    ['no folder', 'fs:', {}, /needs a folder/],
    ['a folder with NUL', 'fs:/a\0b', {}, /NUL/],
    ['no bucket', 's3:', {}, /not a valid bucket name/],
    ['a bad bucket', 's3:my bucket', {}, /not a valid bucket name/],
    ['a bad prefix', 's3:bucket/a//b', {}, /not a valid prefix/],
    ['a prefix that climbs', 's3:bucket/../b', {}, /not a valid prefix/],
    ['a long prefix', `s3:bucket/${'p'.repeat(600)}`, {}, /too long/],
    ['a small part size', 's3:bucket', { partSizeBytes: mebibyte }, /part size/],
    ['a part size that is no number', 's3:bucket', { partSizeBytes: Number.NaN }, /part size/],
    ['a negative size', 's3:bucket', { sizeBytes: -1 }, /number of bytes/],
    ['half a key', 's3:bucket', { accessKeyId: 'id' }, /together/],
    ['the other half', 's3:bucket', { secretAccessKey: 's3cr3t' }, /together/],
    ['no URL', 's3:bucket', { endpoint: 's3.example.org' }, /URL/],
    ['no web URL', 's3:bucket', { endpoint: 'ftp://s3.example.org' }, /URL/],
    ['a password', 's3:bucket', { endpoint: 'http://a:s3cr3t@s3.example.org' }, /user name or password/],
    ['a query', 's3:bucket', { endpoint: 'http://s3.example.org/?a=b' }, /query/],
  ];
  it.each(faults)('names the fault of %s', (_, spec, options, message) => {
    expect(() => parseObjectStore(spec, options)).toThrow(message);
    expect(() => parseObjectStore(spec, options)).not.toThrow(/s3cr3t/);
  });
});
