// Loaded by the command line for backups. The backup code is generic and needs only the schema.
import { migrations } from './index/migrations/index.ts';

export const backupPart = { owner: 'configuration', migrations };
