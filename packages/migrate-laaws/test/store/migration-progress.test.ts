// Tests the progress records of a migration: what was added is found, and damaged records count as missing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { openMigrationProgress, type SentStoreFile } from '../../src/store/migration-progress.ts';

const sent: SentStoreFile = {
  file: '/lockss/a.warc.gz',
  doneBytes: 1_234,
  modifiedMs: 5_678,
  problems: [],
  entries: Buffer.from([0, 10, 255, 10]),
};

it('finds the records of another run until they are forgotten', async () => {
  const folder = await createTemporaryFolder();
  openMigrationProgress(folder).add('namespace', sent);
  const progress = openMigrationProgress(folder);
  expect(progress.find('namespace', sent.file)).toEqual(sent);
  expect(progress.find('other', sent.file)).toBeUndefined();
  expect(progress.find('namespace', '/lockss/b.warc.gz')).toBeUndefined();
  progress.forget('namespace', sent.file);
  expect(progress.find('namespace', sent.file)).toBeUndefined();
});

it('treats a damaged record as missing', async () => {
  const folder = await createTemporaryFolder();
  const progress = openMigrationProgress(folder);
  progress.add('namespace', sent);
  const [name] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.done'),
  );
  const path = join(folder, name!);
  const bytes = readFileSync(path);
  for (const damaged of [bytes.subarray(0, -1), Buffer.from('{'), Buffer.alloc(0)]) {
    writeFileSync(path, damaged);
    expect(progress.find('namespace', sent.file)).toBeUndefined();
  }
});
