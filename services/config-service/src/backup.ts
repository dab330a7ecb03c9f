// Declares what a backup of this service contains: the tables of its migrations. The command line loads this module.
import { migrations } from './index/migrations/index.ts';

export const backupPart = { owner: 'configuration', migrations };
