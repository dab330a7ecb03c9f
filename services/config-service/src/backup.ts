// Contents of a backup of this service: its schema. The command line loads this module.
import { migrations } from './index/migrations/index.ts';

export const backupPart = { owner: 'configuration', migrations };
