// PostgreSQL for both services: opening it, its errors, migrations, transactions, locks, page tokens, streaming.

export type { AuditFilter, AuditPlace, AuditRow } from './audit/audit-rows.ts';
export { auditTable } from './audit/audit-table.ts';
export { type AuditTable, auditTableIn } from './audit/audit-table-in.ts';
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
} from './connections/errors.ts';
export type { ConnectionSource } from './connections/share.ts';
export { UnsafeIntegerError } from './connections/value-types.ts';
export type { DatabaseHooks } from './connections/watched-pool.ts';
export type { AdvisoryLockOptions, AdvisoryLockResult } from './database/advisory-lock.ts';
export { advisoryLockKey, showSignOfLife, withAdvisoryLock } from './database/advisory-lock.ts';
export { type AskForMany, type BatchedLookupOptions, batchedLookup } from './database/batched-lookup.ts';
export type { Database, DatabaseSettings, DatabaseShare, Executor, Pool } from './database/database.ts';
export { checkDatabase, openDatabase } from './database/database.ts';
export { ensureDatabase } from './database/ensure-database.ts';
export { listenForNotifications } from './database/listen-for-notifications.ts';
export type { PageToken } from './database/page-token.ts';
export { BadPageTokenError, MAX_TOKEN_LENGTH, pageToken, pageTokenKey } from './database/page-token.ts';
export {
  type ReadOutcome,
  type ReadReplica,
  readReplica,
  type WhyNotReplica,
} from './database/read-replica.ts';
export { type ServerIdentity, serverIdentity } from './database/server-identity.ts';
export { sharedSecret } from './database/shared-secret.ts';
export { hasSharedSessions, refuseSharedSessions, SharedSessionsError } from './database/shared-sessions.ts';
export type { StreamOptions, StreamQuery } from './database/stream-rows.ts';
export { streamBatches, streamRows } from './database/stream-rows.ts';
export type { TransactionOptions } from './database/transaction.ts';
export { inTransaction } from './database/transaction.ts';
export { createOutbox } from './outbox/create-outbox.ts';
export { createOutboxFunctions } from './outbox/create-outbox-functions.ts';
export { grantOutbox } from './outbox/grant-outbox.ts';
export { isHeard, keepForBridge, leftForBridge } from './outbox/keep-for-bridge.ts';
export {
  type KeptChange,
  type Outbox,
  type OutboxLimits,
  type OutboxState,
  outboxOf,
} from './outbox/outbox.ts';
export { preparedRaw, type RawStatement } from './raw/prepared.ts';
export { type RawCursor, rawCursor } from './raw/raw-cursor.ts';
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
} from './raw/raw-values.ts';
export { type LaidRow, RowLayout } from './raw/row-layout.ts';
export type { RawRows } from './raw/row-tap.ts';
export { createMissingTables, matchIndexes } from './schema/match-schema.ts';
export type { MigrateOptions } from './schema/migrate.ts';
export { migrate, whatRan } from './schema/migrate.ts';
export {
  type Migrations,
  newerThanKnown,
  type Ran,
  type SchemaChange,
  SchemaRefusedError,
} from './schema/schema-history.ts';
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
} from './schema/whole-tables.ts';
