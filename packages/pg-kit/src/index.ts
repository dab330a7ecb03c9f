// PostgreSQL for both services: connections, errors, migrations, transactions, locks, page tokens, streaming.

export { auditTable } from './audit/audit-table.ts';
export { auditTableIn } from './audit/audit-table-in.ts';
export type { CommittedNotices } from './connections/committed-notices.ts';
export {
  CheckViolationError,
  DatabaseRefusedError,
  DatabaseUnavailableError,
  rethrowTyped,
  sqlState,
  UniqueViolationError,
} from './connections/errors.ts';
export type { ConnectionSource } from './connections/share.ts';
export { advisoryLockKey, showSignOfLife, withAdvisoryLock } from './database/advisory-lock.ts';
export { batchedLookup } from './database/batched-lookup.ts';
export type { Database, DatabaseSettings, DatabaseShare, Executor, Pool } from './database/database.ts';
export { checkDatabase, inTransaction, openDatabase } from './database/database.ts';
export { ensureDatabase, toOwnerUrl } from './database/ensure-database.ts';
export { listenForNotifications } from './database/listen-for-notifications.ts';
export { BadPageTokenError, pageToken, pageTokenKey } from './database/page-token.ts';
export { type ReadOutcome, type ReadReplica, readReplica } from './database/read-replica.ts';
export { serverIdentity } from './database/server-identity.ts';
export { sharedSecret } from './database/shared-secret.ts';
export { hasSharedSessions, refuseSharedSessions } from './database/shared-sessions.ts';
export { streamBatches } from './database/stream-rows.ts';
export { grantOutbox } from './outbox/grant-outbox.ts';
export { isHeard, keepForBridge, leftForBridge } from './outbox/keep-for-bridge.ts';
export {
  type KeptChange,
  type Outbox,
  type OutboxLimits,
  type OutboxState,
  openOutbox,
} from './outbox/outbox.ts';
export { outboxStatements } from './outbox/outbox-statements.ts';
export { preparedRaw, type RawStatement } from './raw/prepared.ts';
export {
  int16,
  int32,
  int64,
  integerAt,
  isNull,
  LENGTH_BYTES,
  nextValue,
  textAt,
  uuidText,
  valueEnd,
  valueLength,
} from './raw/raw-values.ts';
export { type LaidColumn, type LaidRow, RowLayout } from './raw/row-layout.ts';
export type { RawRows } from './raw/row-tap.ts';
export { createMissingTables, matchIndexes } from './schema/match-schema.ts';
export { migrate, whatRan } from './schema/migrate.ts';
export {
  type Migrations,
  newerThanKnown,
  type Ran,
  type SchemaChange,
  UnreleasedSchemaError,
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
export { explainOldServer } from './servers/old-server.ts';
export { readServerFacts, type ServerFacts } from './servers/server-facts.ts';
export { StandbyServerError } from './servers/servers.ts';
