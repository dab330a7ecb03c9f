// @holdfast/migrate-laaws: takes over what a LOCKSS node has. See each file for what its exports promise.
export { type From, runMigrateConfig } from './commands/migrate-config.ts';
export { runMigrateRepository } from './commands/migrate-repository.ts';
export { openConfigNode, openNode } from './commands/open-node.ts';
export { auTxtOf, type OnTrouble, recordsOfAuTxt } from './config/au-txt.ts';
