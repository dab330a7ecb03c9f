// Reads the rows of an export from one snapshot, in batches.
import { type ConnectionSource, runInSnapshot, streamBatches } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IndexedCapture } from '../../domain/export/cdxj.ts';
import type { Omissions } from '../../domain/export/omissions.ts';
import type { ExportSelection } from '../../domain/export/selection.ts';
import { type ArtifactKind, artifactKinds } from '../../domain/record/fields.ts';
import { formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { buildScopeQuery, type ExportLocation, type ExportScope, toExportScope } from './scope.db.ts';
import { buildDamageCountQuery, buildPieceQuery } from './selected.db.ts';

/** Byte range of a segment that contains a record with its companions before and after. Lengths are in bytes. */
export interface PieceRow {
  readonly key: string;
  readonly start: number;
  readonly before: number;
  readonly own: number;
  readonly after: number;
  /** CRC-32s of the record and of its companions. Null if not recorded or if there are no companions. */
  readonly recordCrc: number | null;
  readonly companionsCrc: number | null;
  /** Artifact that the record belongs to; null if there is none. */
  readonly artifactId: string | null;
  readonly storeMs: number | null;
}

export interface ExportRows {
  readonly scope: ExportScope;
  /** Yields the pieces in the order of the export: by segment, then by offset. */
  pieces(): AsyncGenerator<PieceRow[]>;
  /** Yields the captures in the order of replay. The offset of a capture is its position in the concatenated pieces. */
  captures(): AsyncGenerator<IndexedCapture[]>;
  damaged(): Promise<Omissions>;
}

const BATCH_ROWS = 1_000;

/**
 * Runs `work` with the rows of one snapshot, which holds one connection. Returns undefined if the AU does not exist or
 * the namespace is empty.
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
    // Sorting a large AU takes longer than the usual statement timeout.
    await snapshot.query('set local statement_timeout = 0');
    const stream = <Row>(query: RawBuilder<Row>) =>
      streamBatches<Row>(snapshot, query.compile(db), { batchSize: BATCH_ROWS, signal });
    return work({
      scope,
      pieces: () => stream(pieceQuery(scope, selection)),
      captures: async function* () {
        for await (const rows of stream(captureQuery(scope, selection))) yield rows.map(indexedCapture);
      },
      damaged: async () => (await ask(buildDamageCountQuery(scope, selection)))!,
    });
  });
}

function pieceQuery(scope: ExportScope, selection: ExportSelection) {
  return sql<PieceRow>`
    with ${buildPieceQuery(scope, selection)}
    select segment.key, start, before, own, after, record_crc as "recordCrc", companions_crc as "companionsCrc",
      artifact_id as "artifactId", store_ms as "storeMs"
    from piece join segment on segment.id = piece.segment_id
    order by piece.segment_id, start`;
}

function captureQuery(scope: ExportScope, selection: ExportSelection) {
  return sql<CaptureRow>`
    with ${buildPieceQuery(scope, selection)},
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

function indexedCapture(row: CaptureRow): IndexedCapture {
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

/** Returns the current position of each artifact's record, by artifact id. */
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
