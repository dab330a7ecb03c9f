// Kysely types of the index tables. `migrations/` creates the tables and documents their columns.
import type { Generated, JSONColumnType } from 'kysely';
import type { EventDetail } from '../domain/artifact-event.ts';
import type { JournalEntry } from '../domain/journal-entry.ts';
import type { LockedCopies } from '../domain/locked-copies.ts';
import type { FieldColumns } from '../domain/record/artifact-columns.ts';
import type { KeptType } from '../domain/record/manifest.ts';

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
}

export interface NamespaceTable {
  id: Generated<number>;
  name: string;
}

export interface AuTable {
  id: Generated<number>;
  namespace_id: number;
  auid: string;
  auid_sha256: Buffer;
  bulk_since: Date | null;
  artifact_count: Generated<number>;
  committed_count: Generated<number>;
  committed_url_count: Generated<number>;
  all_versions_bytes: Generated<number>;
  latest_versions_bytes: Generated<number>;
  warc_bytes: Generated<number>;
  last_segment_id: number | null;
}

export interface SegmentTable {
  id: Generated<number>;
  au_id: number;
  key: string;
  size_bytes: number;
  dead_bytes: Generated<number>;
  manifest_offset: number | null;
  created_ms: number;
  checked_ms: Generated<number | null>;
  fault: Generated<string | null>;
}

/** Row of an artifact. Declares the columns that are not derived from the table of fields (domain/record/fields.ts). */
export interface ArtifactTable extends FieldColumns {
  segment_id: number;
  au_id: number;
  namespace_id: number;
  version: number;
  store_ms: number;
  payload_id: string | null;
  payload_segment_id: number | null;
  payload_offset: number | null;
  payload_length: number | null;
  payload_crc: number | null;
  replay_length: number | null;
  digest_part: number;
}

export interface KeptRecordTable {
  segment_id: number;
  record_offset: number;
  record_length: number;
  record_crc: number | null;
  type: KeptRecordType;
  artifact_id: string | null;
  damaged_ms: number | null;
}

export interface JournalTable {
  id: Generated<number>;
  au_id: number;
  at: Generated<Date>;
  entry: JSONColumnType<JournalEntry>;
}

export interface JournalEpochTable {
  epoch: string;
  begun_at: Date;
  home: string;
  after_id: number;
  shipped_id: Generated<number>;
  replayed_id: Generated<number>;
  last_id: number | null;
  system: string | null;
  timeline: Generated<number>;
}

export interface JournalCheckTable {
  is_only: Generated<boolean>;
  checked_at: Date | null;
}

export interface LastBackupTable {
  is_only: Generated<boolean>;
  begun_at: Date;
}

export interface JobTable {
  name: string;
  run: Generated<number>;
  position: unknown;
  progress: unknown;
  started_at: Generated<Date>;
  updated_at: Generated<Date>;
  finished_at: Date | null;
  failure: string | null;
  report: unknown;
}

export interface RetiredObjectTable {
  key: string;
  au_id: number;
  remove_at: Date | null;
}

export interface SweptObjectTable {
  key: string;
  swept_at: Generated<Date>;
}

export interface PurgeTable {
  id: string;
  au_id: number;
  segment_id: number | null;
  sha256: Buffer;
  ordered_at: Generated<Date>;
  ordered_by: string;
  reason: string;
  erased_at: Date | null;
  locked: JSONColumnType<LockedCopies | null>;
  retry_at: Date | null;
}

export interface HoldTable {
  id: string;
  au_id: number;
  artifact_id: string | null;
  placed_at: Generated<Date>;
  placed_by: string;
  reason: string;
  until: Date | null;
}

export interface LegalHoldTable {
  key: string;
  store: string;
  placed_at: Date | null;
}

export interface DamageTable {
  artifact_id: string;
  in_payload: boolean;
  in_companions: Generated<boolean>;
  segment_id: number;
  au_id: number;
  reason: string;
  found_ms: number;
}

export interface StrayObjectTable {
  key: string;
  size_bytes: number;
  reason: string;
  found_ms: number;
}

export interface GrowthTable {
  slot: number;
  aus: number;
  artifacts: number;
  content_bytes: number;
  stored_bytes: number;
}

export interface ImportTable {
  id: string;
  started_ms: number;
  seen_ms: number;
  ended_ms: number | null;
  outcome: string | null;
  failure: string | null;
  user_name: string | null;
  request_id: string;
  namespace: string;
  auid: string;
  file_name: string | null;
  request_bytes: number | null;
  upload_bytes: number;
  ok: number;
  duplicate: number;
  excluded: number;
  error: number;
}

export interface FailureTable {
  id: Generated<number>;
  at_ms: number;
  request_id: string;
  operation: string;
  method: string;
  status: number | null;
  user_name: string | null;
  detail: string;
}

export interface JobRequestTable {
  name: string;
  paused: Generated<boolean>;
  paused_at: Date | null;
  paused_by: string | null;
  start_wished: Date | null;
  start_wished_by: string | null;
}

export interface EventTable {
  subject: string;
  scope: number;
  at_ms: number;
  line_id: number;
  position: number;
  kind: number;
  detail: EventDetail | null;
}

export const keptRecordTypes = {
  warcinfo: 1,
  request: 2,
  metadata: 3,
  conversion: 4,
  continuation: 5,
  other: 6,
} as const satisfies Record<KeptType, number>;
export type KeptRecordType = (typeof keptRecordTypes)[KeptType];

export function findKeptTypeName(type: KeptRecordType): KeptType {
  const [name] = Object.entries(keptRecordTypes).find(([, value]) => value === type)!;
  return name as KeptType;
}

export interface StoreTable {
  id: string;
  name: string;
  location: string;
  role: 'primary' | 'copy' | 'archive';
  state: 'filling' | 'complete' | 'retiring';
  scanned_key: Generated<string>;
  fill_round: Generated<number>;
  place: JSONColumnType<{ device: string; parentDevice: string; parentInode: string }> | null;
  samples: Generated<{ at: number; left: number }[]>;
  added_at: Generated<Date>;
}

export interface ObjectCopyTable {
  key: string;
  store_id: string;
  task: 'copy' | 'repair' | 'delete';
  size_bytes: number | null;
  crc32: number | null;
  version: Generated<string>;
  tries: Generated<number>;
  failure: string | null;
  added_at: Generated<Date>;
  due_at: Generated<Date>;
}

export interface ObjectChecksumsTable {
  key: string;
  size_bytes: number;
  crc32: number;
  blocks: Buffer;
}
