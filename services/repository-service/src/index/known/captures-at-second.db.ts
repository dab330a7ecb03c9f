// Finds the captures of a URL within one second, with the locations of their records and payloads.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface RecordPosition {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

export interface CaptureToCompare {
  readonly sha256: Buffer;
  readonly sha1: Buffer;
  readonly dechunked: boolean;
  readonly contentLength: number;
  readonly own: RecordPosition;
  /** Location of the record that contains the payload. */
  readonly holder: RecordPosition;
}

interface CaptureAtSecondRow extends Omit<CaptureToCompare, 'own' | 'holder'> {
  readonly key: string;
  readonly record_offset: number;
  readonly record_length: number;
  readonly payload_key: string | null;
  readonly payload_offset: number | null;
  readonly payload_length: number | null;
}

/** Returns the captures in the AU first, then those in other AUs of the namespace. */
export async function findCapturesAtSecond(
  db: Kysely<IndexSchema>,
  { auId, namespaceId }: { auId: number; namespaceId: number },
  { url, second, limit }: { url: string; second: number; limit: number },
): Promise<CaptureToCompare[]> {
  const { rows } = await sql<CaptureAtSecondRow>`
    select sha256, sha1, dechunked, content_length as "contentLength", segment.key, record_offset, record_length,
      holder.key as payload_key, payload_offset, payload_length
    from artifact
    join segment on segment.id = artifact.segment_id
    left join segment as holder on holder.id = artifact.payload_segment_id
    where namespace_id = ${namespaceId} and url_head(url) = url_head(${url}) and url = ${url}
      and collection_ms >= ${second * 1000} and collection_ms < ${(second + 1) * 1000}
    order by (artifact.au_id = ${auId}) desc, version desc limit ${limit}`.execute(db);
  return rows.map((row) => {
    const own = { key: row.key, offset: row.record_offset, length: row.record_length };
    const { payload_key: key, payload_offset: offset, payload_length: length } = row;
    const isShared = key !== null && offset !== null && length !== null;
    const { sha256, sha1, dechunked, contentLength } = row;
    return { sha256, sha1, dechunked, contentLength, own, holder: isShared ? { key, offset, length } : own };
  });
}
