// Reads registered damage, with the locations of the damaged records.
import { type Kysely, sql } from 'kysely';
import type { LiveRecord } from '../../domain/live-records.ts';
import { artifactKinds } from '../../domain/record/fields.ts';
import { toUnsignedCrc } from '../crc.ts';
import type { IndexSchema } from '../schema.ts';

export interface RecordedDamage {
  readonly artifactId: string;
  readonly inPayload: boolean;
  /** Whether the companion records (request, metadata) are damaged. `record` is then the artifact's own record. */
  readonly inCompanions: boolean;
  readonly key: string;
  readonly record: Omit<LiveRecord, 'users'>;
}

interface DamagedRow {
  readonly artifact_id: string;
  readonly in_payload: boolean;
  readonly in_companions: boolean;
  readonly key: string;
  readonly record_offset: number;
  readonly record_length: number;
  readonly record_crc: number | null;
  readonly holds_payload: boolean;
  readonly content_length: number;
  readonly sha256: Buffer;
  readonly sha1: Buffer;
  readonly dechunked: boolean;
}

/** Returns registered damage. `sinceMs`: only damage that was registered since that time. */
export async function listRecordedDamage(
  db: Kysely<IndexSchema>,
  after: Pick<RecordedDamage, 'artifactId' | 'inPayload' | 'inCompanions'>,
  { limit, sinceMs }: { readonly limit: number; readonly sinceMs: number },
): Promise<RecordedDamage[]> {
  const { rows } = await sql<DamagedRow>`
    select artifact_id, in_payload, in_companions, segment.key,
      case when in_payload then payload_offset else artifact.record_offset end as record_offset,
      case when in_payload then payload_length else artifact.record_length end as record_length,
      case when in_payload then payload_crc else artifact.record_crc end as record_crc,
      in_payload or kind <> ${artifactKinds.revisit} as holds_payload, content_length, sha256, sha1, dechunked
    from damage
    join artifact on artifact.id = damage.artifact_id
    join segment on segment.id = damage.segment_id
    where (artifact_id, in_payload, in_companions)
      > (${after.artifactId}::uuid, ${after.inPayload}, ${after.inCompanions}) and found_ms >= ${sinceMs}
    order by artifact_id, in_payload, in_companions limit ${limit}`.execute(db);
  return rows.map((row) => ({
    artifactId: row.artifact_id,
    inPayload: row.in_payload,
    inCompanions: row.in_companions,
    key: row.key,
    record: {
      offset: row.record_offset,
      length: row.record_length,
      crc32: toUnsignedCrc(row.record_crc),
      payload: row.holds_payload
        ? {
            lengthBytes: row.content_length,
            sha256: row.sha256,
            storedSha1: row.sha1,
            dechunked: row.dechunked,
          }
        : undefined,
    },
  }));
}
