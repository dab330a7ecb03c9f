// PostgreSQL for both services: opening it, its errors, migrations, transactions, locks, page tokens, streaming.
export type { AdvisoryLockOptions, AdvisoryLockResult } from './advisory-lock.ts';
export { advisoryLockKey, showSignOfLife, withAdvisoryLock } from './advisory-lock.ts';
export type { AuditFilter, AuditPlace, AuditRow } from './audit-rows.ts';
export { auditTable } from './audit-table.ts';
export { type AuditTable, auditTableIn } from './audit-table-in.ts';
export { type AskForMany, type BatchedLookupOptions, batchedLookup } from './batched-lookup.ts';
export { createOutbox } from './create-outbox.ts';
export { createOutboxFunctions } from './create-outbox-functions.ts';
export type { Database, DatabaseSettings, DatabaseShare, Executor, Pool } from './database.ts';
export { checkDatabase, openDatabase } from './database.ts';
export { ensureDatabase } from './ensure-database.ts';
export {
  CheckViolationError,
  ConstraintViolationError,
  DatabaseRefusedError,
  DatabaseUnavailableError,
  ForeignKeyViolationError,
  rethrowTyped,
  sqlState,
  typedError,
  UniqueViolationError,
} from './errors.ts';
export { grantOutbox } from './grant-outbox.ts';
export { isHeard, keepForBridge, leftForBridge } from './keep-for-bridge.ts';
export { listenForNotifications } from './listen-for-notifications.ts';
export { createMissingTables, matchIndexes } from './match-schema.ts';
export type { MigrateOptions } from './migrate.ts';
export { migrate, whatRan } from './migrate.ts';
export {
  type KeptChange,
  type Outbox,
  type OutboxLimits,
  type OutboxState,
  outboxOf,
} from './outbox.ts';
export type { PageToken } from './page-token.ts';
export { BadPageTokenError, MAX_TOKEN_LENGTH, pageToken, pageTokenKey } from './page-token.ts';
export { preparedRaw, type RawStatement } from './prepared.ts';
export { type RawCursor, rawCursor } from './raw-cursor.ts';
export {
  int16,
  int32,
  int64,
  isNull,
  LENGTH_BYTES,
  nextValue,
  textAt,
  uuidText,
  valueEnd,
  valueLength,
} from './raw-values.ts';
export { type ReadOutcome, type ReadReplica, readReplica, type WhyNotReplica } from './read-replica.ts';
export { type LaidRow, RowLayout } from './row-layout.ts';
export type { RawRows } from './row-tap.ts';
export {
  type Migrations,
  newerThanKnown,
  type Ran,
  type SchemaChange,
  SchemaRefusedError,
} from './schema-history.ts';
export { type ServerIdentity, serverIdentity } from './server-identity.ts';
export type { ConnectionSource } from './share.ts';
export { sharedSecret } from './shared-secret.ts';
export { hasSharedSessions, refuseSharedSessions, SharedSessionsError } from './shared-sessions.ts';
export type { StreamOptions, StreamQuery } from './stream-rows.ts';
export { streamBatches, streamRows } from './stream-rows.ts';
export type { TransactionOptions } from './transaction.ts';
export { inTransaction } from './transaction.ts';
export { UnsafeIntegerError } from './value-types.ts';
export type { DatabaseHooks } from './watched-pool.ts';
export {
  copiedIn,
  copiedOut,
  countRows,
  deleteRows,
  emptyTables,
  everyTable,
  inLoad,
  inSnapshot,
  type SequenceState,
  type Snapshot,
  sequenceStates,
  setSequence,
  type WholeTable,
  wholeTables,
} from './whole-tables.ts';
