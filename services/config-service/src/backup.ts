// What of this service a backup holds, for the command line, which loads this module: its schema. All else is generic.
import { migrations } from './index/migrations/index.ts';

export const backupPart = { owner: 'configuration', migrations };
