// Backs up and restores a whole node. The CLI finds the node and prints the result.
export { type BackupFault, BackupRefusedError, DamagedBackupError } from './format/errors.ts';
export type { BackupManifest } from './format/manifest.ts';
export type { BackupNode, BackupObserver, NodeDatabase, NodeFile, ServicePart } from './node/node.ts';
export { type CheckedBackup, checkBackupFiles } from './restoring/check.ts';
export { type RestoreReport, type RestoreTarget, restoreBackup } from './restoring/restore.ts';
export { throwUnlessTargetEmpty } from './restoring/target.ts';
export { type BackupReport, backUpNode } from './taking/back-up.ts';
