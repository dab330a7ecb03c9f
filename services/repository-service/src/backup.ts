// Lists the contents of a backup of this service: the database schema, and the store objects that the backed-up index
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
