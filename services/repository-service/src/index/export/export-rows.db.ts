// Reads the rows of an export in batches, all from one database snapshot.
import { type ConnectionSource, runInSnapshot, streamBatches } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IndexedCapture } from '../../domain/export/cdxj.ts';
import type { Omissions } from '../../domain/export/omissions.ts';
import type { ExportSelection } from '../../domain/export/selection.ts';
import { type ArtifactKind, artifactKinds } from '../../domain/record/fields.ts';
import { formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { buildScopeQuery, type ExportLocation, type ExportScope, toExportScope } from './scope.db.ts';
import { buildDamageCountQuery, buildExportBatchQuery } from './selected.db.ts';

/**
 * Byte range of a segment with a record (`own`) and its companion records (request, metadata) before and after. Lengths
 * are in bytes.
 */
export interface PieceRow {
  readonly key: string;
  readonly start: number;
  readonly before: number;
  readonly own: number;
  readonly after: number;
  /** CRC-32s of the record and its companion records. Null if not recorded, or without companion records. */
  readonly recordCrc: number | null;
  readonly companionsCrc: number | null;
  /** Artifact of the record. Null for a record in `kept_record`. */
  readonly artifactId: string | null;
  readonly storeMs: number | null;
}

export interface ExportRows {
  readonly scope: ExportScope;
  /** Yields the byte ranges in export order: by segment and offset. */
  pieces(): AsyncGenerator<PieceRow[]>;
  /** Yields the captures in replay order. The offset of a capture is its position in the exported WARC file. */
  captures(): AsyncGenerator<IndexedCapture[]>;
  damaged(): Promise<Omissions>;
}

const BATCH_ROWS = 1_000;

/**
 * Calls `work` with the rows of a snapshot. Holds one connection meanwhile. Returns undefined if the AU does not exist
 * or the namespace is empty.
 */
export async function readExportRows<Result>(
  { source, db }: { source: ConnectionSource; db: Kysely<IndexSchema> },
  { selection, place }: { selection: ExportSelection; place: ExportLocation },
  signal: AbortSignal,
  work: (rows: ExportRows) => Promise<Result>,
): Promise<Result | undefined> {
  return runInSnapshot(source, async (snapshot) => {
    const ask = async <Row extends object>(query: RawBuilder<Row>) => {
      const { sql: text, parameters } = query.compile(db);
      return (await snapshot.query<Row>(text, [...parameters])).rows[0];
    };
    const scope = toExportScope(place, await ask(buildScopeQuery(place)));
    if (!scope) return undefined;
    // Disable the statement timeout, because sorting a large AU takes longer.
    await snapshot.query('set local statement_timeout = 0');
    const stream = <Row>(query: RawBuilder<Row>) =>
      streamBatches<Row>(snapshot, query.compile(db), { batchSize: BATCH_ROWS, signal });
    return work({
      scope,
      pieces: () => stream(buildPieceQuery(scope, selection)),
      captures: async function* () {
        for await (const rows of stream(buildCaptureQuery(scope, selection)))
          yield rows.map(toIndexedCapture);
      },
      damaged: async () => (await ask(buildDamageCountQuery(scope, selection)))!,
    });
  });
}

function buildPieceQuery(scope: ExportScope, selection: ExportSelection) {
  return sql<PieceRow>`
    with ${buildExportBatchQuery(scope, selection)}
    select segment.key, start, before, own, after, record_crc as "recordCrc", companions_crc as "companionsCrc",
      artifact_id as "artifactId", store_ms as "storeMs"
    from piece join segment on segment.id = piece.segment_id
    order by piece.segment_id, start`;
}

function buildCaptureQuery(scope: ExportScope, selection: ExportSelection) {
  return sql<CaptureRow>`
    with ${buildExportBatchQuery(scope, selection)},
    placed as (
      select *, (sum(before + own + after) over (order by segment_id, start rows unbounded preceding)
        - (own + after))::bigint as place
      from piece
    )
    select artifact.id, urlkey, url, collection_ms, kind, mime, http_status, sha1, method, request_body, place, own
    from placed join artifact on artifact.id = placed.artifact_id
    order by urlkey, collection_ms, artifact.id`;
}

interface CaptureRow {
  readonly id: string;
  readonly urlkey: string;
  readonly url: string;
  readonly collection_ms: number;
  readonly kind: ArtifactKind;
  readonly mime: string | null;
  readonly http_status: number | null;
  readonly sha1: Buffer;
  readonly method: string | null;
  readonly request_body: string | null;
  readonly place: number;
  readonly own: number;
}

function toIndexedCapture(row: CaptureRow): IndexedCapture {
  return {
    id: row.id,
    urlkey: row.urlkey,
    url: row.url,
    collectionMs: row.collection_ms,
    isRevisit: row.kind === artifactKinds.revisit,
    mime: row.mime ?? undefined,
    httpStatus: row.http_status ?? undefined,
    sha1: row.sha1,
    method: row.method ?? undefined,
    requestBody: row.request_body ?? undefined,
    offset: row.place,
    lengthBytes: row.own,
  };
}

/** Returns the current location of each artifact's record, by artifact ID. */
export async function findCurrentPositions(
  db: Kysely<IndexSchema>,
  artifactIds: readonly string[],
): Promise<Map<string, Omit<PieceRow, 'artifactId' | 'storeMs'>>> {
  const { rows } = await sql<PieceRow & { artifactId: string }>`
    select segment.key, record_offset - companions_before as start, companions_before as before,
      record_length as own, companions_after as after, record_crc as "recordCrc", companions_crc as "companionsCrc",
      artifact.id as "artifactId"
    from artifact join segment on segment.id = artifact.segment_id
    where artifact.id = any(${formatPlainArray(artifactIds)}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.artifactId, row]));
}
