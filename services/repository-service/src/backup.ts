// Backup contents of this service, for the command line, which loads this module: its schema, and the objects
// of the store that a state of the index needs.
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
