// Test helper: dumps the whole index without surrogate keys, which differ between databases.
import type { Database } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { onIndex } from '../../index/on-index.ts';

export interface IndexDump {
  artifacts: Record<string, unknown>[];
  /** Companion records that are stored without an artifact. */
  kept: Record<string, unknown>[];
  aus: Record<string, unknown>[];
  segments: Record<string, unknown>[];
  /** Tables and indexes. */
  schema: Record<string, unknown>[];
}

export async function dumpIndex(database: Database<IndexSchema>): Promise<IndexDump> {
  const ask = onIndex(database);
  const rowsOf = async (...template: Parameters<typeof ask>) =>
    (await ask<Record<string, unknown>>(...template)).rows;
  return {
    artifacts: await rowsOf`
      select to_jsonb(artifact) - 'segment_id' - 'au_id' - 'namespace_id' - 'payload_segment_id' as artifact,
        namespace.name as namespace, au.auid, segment.key, holder.key as holder
      from artifact
      join au on au.id = artifact.au_id
      join namespace on namespace.id = artifact.namespace_id
      join segment on segment.id = artifact.segment_id
      left join segment holder on holder.id = artifact.payload_segment_id
      order by artifact.id`,
    kept: await rowsOf`
      select to_jsonb(kept_record) - 'segment_id' - 'damaged_ms' as kept, key
      from kept_record join segment on segment.id = segment_id order by key, record_offset`,
    aus: await rowsOf`
      select namespace.name, auid, encode(auid_sha256, 'hex') as hash, bulk_since is not null as bulk, artifact_count,
        committed_count, committed_url_count, all_versions_bytes, latest_versions_bytes, warc_bytes
      from au join namespace on namespace.id = au.namespace_id
      where warc_bytes > 0 or bulk_since is not null
      order by namespace.name, auid`,
    segments: await rowsOf`
      select key, auid, size_bytes, dead_bytes, manifest_offset, created_ms
      from segment join au on au.id = segment.au_id order by key`,
    schema: await rowsOf`
      select tablename, indexname, indexdef from pg_tables left join pg_indexes using (schemaname, tablename)
      where schemaname = current_schema() and tablename <> 'shared_secret'
        and indexname is distinct from 'url_search_trigrams' order by 1, 2`,
  };
}
