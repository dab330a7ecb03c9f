// Kysely types of the tables of namespaces, AUs, segments, artifacts, kept records and events.
import type { Generated } from 'kysely';
import type { EventDetail } from '../../domain/artifact-event.ts';
import type { FieldColumns } from '../../domain/record/artifact-columns.ts';
import type { KeptType } from '../../domain/record/manifest.ts';

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

export const keptRecordTypes = {
  warcinfo: 1,
  request: 2,
  metadata: 3,
  conversion: 4,
  continuation: 5,
  other: 6,
} as const satisfies Record<KeptType, number>;
export type KeptRecordType = (typeof keptRecordTypes)[KeptType];

export function findKeptRecordTypeName(type: KeptRecordType): KeptType {
  const [name] = Object.entries(keptRecordTypes).find(([, value]) => value === type)!;
  return name as KeptType;
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
