// @holdfast/migrate-laaws: migrates the content and the configuration of a LOCKSS node to Holdfast.
export { type MigrationSource, runMigrateConfig } from './commands/migrate-config.ts';
export { runMigrateRepository } from './commands/migrate-repository.ts';
export { openConfigNode, openNode } from './commands/open-node.ts';
export { formatAuTxt, type ProblemReporter, readAuTxtRecords } from './config/au-txt.ts';
