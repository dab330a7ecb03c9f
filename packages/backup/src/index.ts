// Backups of a whole node, and nodes made of backups. Where a node lies, and who asks, is the command line's business.
export { DamagedBackupError, type Fault, RefusedError } from './format/errors.ts';
export type { BackupManifest } from './format/manifest.ts';
export type { BackupObserver, NodeDatabase, NodeFile, NodePlaces, ServicePart } from './node/node.ts';
export { type Checked, check } from './restoring/check.ts';
export { type RestoreReport, type RestoreTarget, restore } from './restoring/restore.ts';
export { throwUnlessEmpty } from './restoring/target.ts';
export { type BackupReport, backUp } from './taking/back-up.ts';
