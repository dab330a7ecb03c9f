// Age of the last backup: the backup command records the time of a backup, and the service reports its age.
import { openDatabase } from '@holdfast/pg-kit';
import { describe, expect, it } from '@jest/globals';
import { backupPart } from '../../src/backup.ts';
import { readBackupAge } from '../../src/index/keeping/backup.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { createIndexDatabaseUrl } from '../index-database.ts';

const HOUR_MS = 3_600_000;

describe('the age of the last backup', () => {
  it('counts from the first start, then from the last complete backup', async () => {
    const database = openDatabase<IndexSchema>({
      url: await createIndexDatabaseUrl(),
      applicationName: 'test',
      onError: () => undefined,
    });
    const age = async () => Math.round((await readBackupAge(database.kysely)) / 3_600);
    try {
      expect(await age()).toBe(0);
      await database.pool.query(`update repository_migration set timestamp = now() - interval '50 hours'`);
      expect(await age()).toBe(50);
      await backupPart.noteBackup(database.pool, Date.now() - 3 * HOUR_MS);
      expect(await age()).toBe(3);
      // A backup that started earlier but ended later does not increase the age.
      await backupPart.noteBackup(database.pool, Date.now() - 10 * HOUR_MS);
      expect(await age()).toBe(3);
    } finally {
      await database.close();
    }
  });
});
