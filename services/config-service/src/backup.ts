// Declares the content of a backup of this service: the tables that its migrations create. The CLI loads this module.
import { migrations } from './index/migrations/index.ts';

export const backupPart = { owner: 'configuration', migrations };
