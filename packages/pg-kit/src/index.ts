// PostgreSQL for both services: connection pools, typed errors, migrations, transactions, locks, page tokens, and
// streaming of query results.

export { openAuditTable } from './audit/audit-rows.ts';
export { makeAuditTableStatements } from './audit/audit-table.ts';
export {
  CheckViolationError,
  DatabaseRefusedError,
  DatabaseUnavailableError,
  findSqlState,
  rethrowTyped,
  UniqueViolationError,
} from './connections/errors.ts';
export type { CommittedNotices } from './connections/pool.ts';
export type { ConnectionSource } from './connections/share.ts';
export {
  computeAdvisoryLockKey,
  holdAliveLock,
  tryHoldLock,
  withAdvisoryLock,
} from './database/advisory-lock.ts';
export { createBatchedLookup } from './database/batched-lookup.ts';
export type { Database, DatabaseSettings, DatabaseShare, Executor, Pool } from './database/database.ts';
export { checkDatabase, openDatabase, runInTransaction } from './database/database.ts';
export { ensureDatabase, toOwnerUrl } from './database/ensure-database.ts';
export { listenForNotifications } from './database/listen-for-notifications.ts';
export { BadPageTokenError, createPageToken, derivePageTokenKey } from './database/page-token.ts';
export { openReadReplica, type ReadReplica, type ReplicaReadOutcome } from './database/read-replica.ts';
export { readServerIdentity } from './database/server-identity.ts';
export { readSharedSecret } from './database/shared-secret.ts';
export { hasSharedSessions, refuseSharedSessions } from './database/shared-sessions.ts';
export { streamBatches } from './database/stream-rows.ts';
export { grantOutbox } from './outbox/grant-outbox.ts';
export { buildBridgeInsert, buildBridgeRecordCall, buildRecordingCheck } from './outbox/keep-for-bridge.ts';
export {
  type Outbox,
  type OutboxChange,
  type OutboxLimits,
  type OutboxState,
  openOutbox,
} from './outbox/outbox.ts';
export { makeOutboxStatements } from './outbox/outbox-statements.ts';
export { prepareRawStatement, type RawStatement } from './raw/prepared.ts';
export {
  findNextValue,
  findValueEnd,
  formatUuidAt,
  isNullValue,
  readInt16,
  readInt32,
  readInt64,
  readIntegerAt,
  readRawTextAt,
  readValueLength,
  VALUE_LENGTH_BYTES,
} from './raw/raw-values.ts';
export { type LayoutColumn, type LayoutRow, RowLayout } from './raw/row-layout.ts';
export type { RawRows } from './raw/row-tap.ts';
export { createMissingTables, matchIndexes } from './schema/match-schema.ts';
export { applyMigrations, listRanMigrations } from './schema/migrate.ts';
export {
  listNewerMigrations,
  type Migrations,
  type RanMigration,
  type SchemaChange,
  UnreleasedSchemaError,
} from './schema/schema-history.ts';
export {
  countRows,
  deleteRows,
  emptyTables,
  listLoggedTables,
  listWholeTables,
  openTableLoader,
  readSequenceStates,
  runInLoadTransaction,
  runInSnapshot,
  type SequenceState,
  type SnapshotTransaction,
  setSequence,
  streamTableRows,
  type WholeTable,
} from './schema/whole-tables.ts';
export { explainOldServer } from './servers/old-server.ts';
export { readServerFacts, type ServerFacts } from './servers/server-facts.ts';
export { StandbyServerError } from './servers/servers.ts';
