// Stores WARC data under keys, in a file system or on an S3 server, through one interface.

export type { StoreExamination, StoreStep } from './examine/examination.ts';
export { examineStore } from './examine-store.ts';
export { type CopyDeps, openExistingStore, openObjectStore, openReplicatedStore } from './open.ts';
export {
  BadKeyError,
  BadRangeError,
  NoSuchObjectError,
  ObjectExistsError,
  ObjectStoreUnavailableError,
} from './port/errors.ts';
export { BufferPool } from './port/pool.ts';
export type {
  BytesRange,
  CreateOptions,
  ListOptions,
  ObjectInfo,
  ObjectReadOptions,
  ObjectStore,
  ObjectWriter,
  StoreHooks,
  StoreUsage,
  UnfinishedWrite,
} from './port/port.ts';
export type {
  NamedStoreSettings,
  ObjectStoreSettings,
  S3Options,
  SingleStoreSettings,
  StoreSetSettings,
} from './port/settings.ts';
export {
  formatLocation,
  formatObjectStores,
  listStoreSecrets,
  parseObjectStore,
  parseObjectStores,
} from './port/settings.ts';
export { listStoreSettingNames, makeStoreSettingsSpec, objectStoreSpec } from './port/settings-spec.ts';
export type {
  BucketFeatures,
  LockedVersion,
  ObjectVersions,
  StoredVersion,
  VersionCursor,
} from './port/versions.ts';
export type {
  BlockChecksums,
  ClaimedCopyTask,
  CopyCatalogue,
  CopyTask,
  FolderLocation,
  StoreCounts,
  StoreRecord,
  StoreRole,
} from './replicated/catalogue.ts';
export { type CatchUpDeps, catchUpContinuously } from './replicated/catch-up.ts';
export type { CopySet, CopyStoreStatus } from './replicated/copy-set.ts';
export { type CopyOutcome, type CopyVerifier, makeCopy, UnprovenCopyError } from './replicated/copying.ts';
export { isStoreOwnKey } from './replicated/identity.ts';
export type { CopySetMember as StoreMember } from './replicated/member.ts';
export { MemoryCatalogue } from './replicated/memory-catalogue.ts';
export { composeCopy, type FaultyCopy, removeRepairTasks, repairCopy } from './replicated/repair-copy.ts';
export { ReplicatedStore } from './replicated/store.ts';
export { createUnknownCatalogue } from './replicated/unknown-catalogue.ts';
