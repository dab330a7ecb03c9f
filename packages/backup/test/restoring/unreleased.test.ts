// Restore of backups from development builds before the first release.
import type { Migrations } from '@holdfast/pg-kit';
import { expect, it } from '@jest/globals';
import type { BackupManifest } from '../../src/format/manifest.ts';
import { throwUnlessSchemaKnown } from '../../src/restoring/load-databases.ts';

const up = async () => undefined;
const migrations: Migrations = {
  '0001-first': { up, lastBeforeRelease: '0024-last' },
  '0002-more': { up, worksWith: '0001-first' },
};
const parts = [{ owner: 'repository', migrations }];

function backupOf(...names: string[]): BackupManifest {
  const schema = { owner: 'repository', migrations: names.map((name) => ({ name, fingerprint: 'unknown' })) };
  return { databases: [{ schemas: [schema], tables: [], sequences: [] }] } as unknown as BackupManifest;
}

it('takes the schema of the last development build for the one of the first release', async () => {
  await expect(throwUnlessSchemaKnown(backupOf('0001-old', '0024-last'), parts)).resolves.toBeUndefined();
});

it('refuses the schema of an earlier development build, and says what to do', async () => {
  await expect(throwUnlessSchemaKnown(backupOf('0001-old', '0023-old'), parts)).rejects.toThrow(
    /early development build.*'0023-old'.*upgrade to the last development build/,
  );
});

it('refuses the schema of a newer version', async () => {
  await expect(throwUnlessSchemaKnown(backupOf('0001-first', '0003-newer'), parts)).rejects.toThrow(
    "A newer version created the backup: the schema of the repository service contains '0003-newer'",
  );
});
