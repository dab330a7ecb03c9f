// What of this service a backup holds, for the command line, which loads this module: its schema, and what of the object
// store a state of the index needs.
import { migrations } from './index/migrations/index.ts';
import { holdObjects, namedObjects } from './jobs/backup/named-objects.ts';

export const backupPart = { owner: 'repository', migrations, holdObjects, namedObjects };
