// Kysely types of the index tables. `schema/` declares the tables; `migrations/` creates them and documents their columns.
import type {
  ArtifactTable,
  AuTable,
  EventTable,
  KeptRecordTable,
  NamespaceTable,
  SegmentTable,
} from './schema/artifact-tables.ts';
import type {
  FixityRunExceptionTable,
  FixityRunItemTable,
  FixityRunStoreTable,
  FixityRunTable,
  FixityScheduleTable,
} from './schema/check-tables.ts';
import type { ObjectChecksumsTable, ObjectCopyTable, StoreTable } from './schema/copy-tables.ts';
import type { DeletionArtifactTable, DeletionTable } from './schema/deletion-tables.ts';
import type {
  DamageTable,
  HoldTable,
  JobRequestTable,
  JobTable,
  JournalCheckTable,
  JournalEpochTable,
  JournalTable,
  LastBackupTable,
  LegalHoldTable,
  PurgeTable,
  RetiredObjectTable,
  StrayObjectTable,
  SweptObjectTable,
} from './schema/keeping-tables.ts';
import type { UrlSearchQueueTable, UrlSearchStateTable, UrlSearchTable } from './schema/search-tables.ts';
import type { FailureTable, GrowthTable, ImportTable } from './schema/view-tables.ts';

export * from './schema/artifact-tables.ts';
export * from './schema/copy-tables.ts';
export * from './schema/deletion-tables.ts';
export * from './schema/keeping-tables.ts';
export * from './schema/search-tables.ts';
export * from './schema/view-tables.ts';

export interface IndexSchema {
  namespace: NamespaceTable;
  au: AuTable;
  segment: SegmentTable;
  artifact: ArtifactTable;
  kept_record: KeptRecordTable;
  journal: JournalTable;
  journal_epoch: JournalEpochTable;
  journal_check: JournalCheckTable;
  job: JobTable;
  retired_object: RetiredObjectTable;
  swept_object: SweptObjectTable;
  purge: PurgeTable;
  hold: HoldTable;
  legal_hold: LegalHoldTable;
  deletion: DeletionTable;
  deletion_artifact: DeletionArtifactTable;
  damage: DamageTable;
  stray_object: StrayObjectTable;
  last_backup: LastBackupTable;
  growth: GrowthTable;
  import: ImportTable;
  failure: FailureTable;
  job_wish: JobRequestTable;
  event: EventTable;
  store: StoreTable;
  object_copy: ObjectCopyTable;
  object_sums: ObjectChecksumsTable;
  url_search: UrlSearchTable;
  url_search_queue: UrlSearchQueueTable;
  url_search_state: UrlSearchStateTable;
  fixity_run: FixityRunTable;
  fixity_run_item: FixityRunItemTable;
  fixity_run_store: FixityRunStoreTable;
  fixity_run_exception: FixityRunExceptionTable;
  fixity_schedule: FixityScheduleTable;
}
