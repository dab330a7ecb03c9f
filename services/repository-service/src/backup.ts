// Lists what a backup of this service contains: the database schema, and the store objects that a given state of the
// index needs. The command line loads this module.
import { noteBackup } from './index/keeping/backup.db.ts';
import { migrations } from './index/migrations/index.ts';
import { holdObjects, listNamedObjects } from './jobs/backup/named-objects.ts';

export const backupPart = {
  owner: 'repository',
  migrations,
  holdObjects,
  namedObjects: listNamedObjects,
  noteBackup,
};
