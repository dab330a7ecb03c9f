// Functions that a backup of this service needs. They list the database schema and the store objects that the index
// refers to. The command line loads this module.
import { recordBackup } from './index/keeping/backup.db.ts';
import { migrations } from './index/migrations/index.ts';
import { holdObjects, listNamedObjects } from './jobs/backup/named-objects.ts';

export const backupPart = {
  owner: 'repository',
  migrations,
  holdObjects,
  namedObjects: listNamedObjects,
  noteBackup: recordBackup,
};
