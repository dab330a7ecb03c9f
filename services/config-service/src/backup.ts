// Declares what a backup of this service contains: the tables that its migrations create. The `holdfast` CLI loads this
// module.
import { migrations } from './index/migrations/index.ts';

export const backupPart = { owner: 'configuration', migrations };
