// Lists all tables of this service: the journaled tables, and those that are not journaled, each with a reason. A test
// compares the list with the schema, so that no new table is forgotten.

/**
 * Tables whose rows are in the journal and its snapshots. Triggers record their changes (migrations/first/journal.ts).
 */
export const journaledTables: readonly string[] = [
  'au_configuration',
  'au_state',
  'au_agreement',
  'au_suspect_urls',
  'no_au_peers',
  'user_account',
  'config_content',
  'config_content_piece',
  'config_file',
  'config_file_version',
  'config_source',
  'plugin_download',
  'registry_file',
  'tdb_download',
];

export interface UnjournaledTable {
  readonly why: string;
  /** Effect of a rebuild on the rows: `keep` them, `empty` the table, or reset its only row to the `default`. */
  readonly onRebuild: 'keep' | 'empty' | 'default';
}

const makeDerivedTable = (from: string): UnjournaledTable => ({
  why: `made again from ${from}`,
  onRebuild: 'empty',
});
const own = { why: 'state of the journal itself', onRebuild: 'keep' } as const;
const notices = { why: 'notifications, which only this database has', onRebuild: 'keep' } as const;
const history = { why: 'belongs to this database alone', onRebuild: 'keep' } as const;

export const unjournaledTables: Readonly<Record<string, UnjournaledTable>> = {
  plugin: makeDerivedTable('plugin_download and the folders of PLUGIN_SOURCES'),
  config_property: makeDerivedTable('config_source and config_file'),
  config_load: { why: 'outcome of the last load', onRebuild: 'default' },
  tdb_state: { why: 'outcome of the last load', onRebuild: 'default' },
  tdb_file: makeDerivedTable('config_source, tdb_download and the files of TDB_SOURCES'),
  tdb_fact: makeDerivedTable('the files of tdb_file'),
  tdb_au: makeDerivedTable('the files of tdb_file'),
  tdb_publisher: makeDerivedTable('tdb_au'),
  tdb_title: makeDerivedTable('tdb_au'),
  au_size: { why: 'measured again', onRebuild: 'keep' },
  configuration_audit_entry: { why: 'the audit log has files of its own (AUDIT_LOG)', onRebuild: 'keep' },
  configuration_change: { why: 'changes for a bridge, which publishes them once', onRebuild: 'keep' },
  configuration_bridge: { why: 'registration of a bridge', onRebuild: 'keep' },
  configuration_notice: notices,
  configuration_notice_incident: notices,
  configuration_notice_target: notices,
  configuration_notice_delivery: notices,
  configuration_journal: own,
  configuration_journal_state: own,
  configuration_journal_shipped: own,
  configuration_journal_epoch: own,
  configuration_migration: history,
  configuration_migration_lock: history,
  configuration_schema_change: history,
  shared_secret: { why: 'made again; signs sessions unless SESSION_SECRET is set', onRebuild: 'keep' },
};

/** Columns of a journaled table, as read from the database. */
export interface JournaledTable {
  readonly name: string;
  /** Stored columns, without generated columns. */
  readonly columns: readonly string[];
  /** Columns of the primary key. */
  readonly keys: readonly string[];
  readonly identities: readonly string[];
}
