// Parsing of the arguments of `holdfast backup` and `holdfast restore`, and of backup destinations.
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { parseCommand } from '../../src/arguments.ts';
import { parseBackupLocation, refuseOverlappingStores } from '../../src/backup/backup-location.ts';

it('takes a place and options', () => {
  const rest = { json: false, quiet: false };
  expect(parseCommand(['backup', 'there'])).toEqual({ command: 'backup', destination: 'there', ...rest });
  expect(parseCommand(['backup', '--keep', '7', 's3://b/p', '--data', 'd'])).toEqual({
    ...{ command: 'backup', destination: 's3://b/p', ...rest },
    ...{ keep: 7, data: 'd' },
  });
  expect(parseCommand(['restore', 'there', '--check', '--id', 'x'])).toEqual({
    ...{ command: 'restore', source: 'there', ...rest },
    ...{ checkOnly: true, id: 'x' },
  });
});

it.each([
  [['backup'], 'Specify one destination'],
  [['backup', 'a', 'b'], 'Specify one destination'],
  [['backup', 'a', '--keep', '0'], '--keep needs a number'],
  [['backup', 'a', '--check'], "'--check'"],
  [['restore'], 'Specify one source'],
])('refuses %j', (words, complaint) => {
  expect(() => parseCommand(words)).toThrow(complaint);
});

it('finds a folder, or a bucket at the server of the node or at another', () => {
  const s3 = { S3_ENDPOINT: 'http://one', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  expect(parseBackupLocation('there', {})).toEqual({ kind: 'fs', folder: resolve('there') });
  expect(parseBackupLocation('s3://bucket/some/prefix', s3)).toMatchObject({
    ...{ kind: 's3', bucket: 'bucket', prefix: 'some/prefix/' },
    ...{ endpoint: 'http://one', accessKeyId: 'a' },
  });
  const elsewhere = parseBackupLocation('s3:bucket', { ...s3, BACKUP_S3_ENDPOINT: 'http://two' });
  expect(elsewhere).toMatchObject({ bucket: 'bucket', prefix: '', endpoint: 'http://two' });
  expect(elsewhere).not.toHaveProperty('accessKeyId');
});

it('refuses a place within the store, or around it', () => {
  const store = parseBackupLocation('/data/store', {});
  for (const place of ['/data/store', '/data/store/backups', '/data']) {
    expect(() => refuseOverlappingStores(parseBackupLocation(place, {}), store)).toThrow('must not overlap');
  }
  refuseOverlappingStores(parseBackupLocation('/data/storeroom', {}), store);
  const bucket = parseBackupLocation('s3://bucket/node', {});
  expect(() => refuseOverlappingStores(parseBackupLocation('s3://bucket', {}), bucket)).toThrow(
    'must not overlap',
  );
  refuseOverlappingStores(parseBackupLocation('s3://bucket/backups', {}), bucket);
});
