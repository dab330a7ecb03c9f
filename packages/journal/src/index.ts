// Journals in an object store: writes and reads them, and encrypts them if a key is set. Prevents the use of a database
// that is older than its journal.

export {
  type GuardDescription,
  type GuardedDatabase,
  OlderDatabaseError,
  StandbyError,
  StoreGuard,
} from './guard/store-guard.ts';
export {
  type JournalKey,
  type JournalKeys,
  parseJournalKeys,
  UnknownJournalKeyError,
} from './keys/journal-keys.ts';
export {
  comparePositions,
  type JournalObjectKind,
  type JournalObjectName,
  type JournalPosition,
  listJournalObjects,
  makeEpochName,
  makeJournalCopyKey,
  makeJournalObjectName,
  readEpochNumber,
  type StoredJournalObject,
} from './objects/names.ts';
export {
  checkJournalKey,
  DamagedJournalError,
  findReadableCopy,
  type JournalReader,
  readJournalCopy,
} from './objects/read.ts';
export { type CheckedJournal, repairJournal } from './objects/repair.ts';
export {
  type JournalHeader,
  type JournalLocation,
  type JournalTrailer,
  type WrittenJournalObject,
  writeJournalObject,
} from './objects/write.ts';
