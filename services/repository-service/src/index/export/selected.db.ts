// SQL for the byte ranges of an export: selected artifacts, their companion records (request, metadata), and originals
// of selected revisits.
import { type RawBuilder, sql } from 'kysely';
import type { Omissions } from '../../domain/export/omissions.ts';
import { type ExportSelection, isWholeSelection } from '../../domain/export/selection.ts';
import { keptRecordTypes } from '../schema.ts';
import { findPrefixEnd, toUrlOrder } from '../url-order.ts';
import type { ExportScope } from './scope.db.ts';

type Sql = RawBuilder<unknown>;

/** An import writes the same warcinfo record to each of its segments; an export includes it only once. */
const WARCINFO = keptRecordTypes.warcinfo;

/** Defines the common table expression `piece` with one row per byte range. */
export function buildExportBatchQuery(scope: ExportScope, selection: ExportSelection): Sql {
  return sql`
    selected as materialized (
      select id, segment_id, record_offset, record_length, record_crc,
        case when bare.artifact_id is null then companions_before else 0 end as companions_before,
        case when bare.artifact_id is null then companions_after else 0 end as companions_after,
        case when bare.artifact_id is null then companions_crc end as companions_crc,
        store_ms, payload_id, payload_segment_id, payload_offset, payload_length, payload_crc,
        bare.artifact_id is not null as is_bare
      from artifact left join (
        select distinct artifact_id from damage where in_companions
      ) bare on bare.artifact_id = artifact.id
      where ${joinAll([...buildSelectionConditions(scope, selection, 'artifact'), buildLatestCondition(scope, selection)])}
        and not exists (select from damage where artifact_id = artifact.id and not in_companions)
    ),
    original as (
      select distinct on (payload_segment_id, payload_offset)
        payload_segment_id as segment_id, payload_offset as start, payload_length as own, payload_crc as record_crc,
        payload_id as artifact_id
      from selected where payload_segment_id is not null and not exists (
        select from selected own where own.segment_id = selected.payload_segment_id
          and own.record_offset = selected.payload_offset)
      order by payload_segment_id, payload_offset
    ),
    kept as (
      select *, coalesce(record_crc = lag(record_crc) over before and record_length = lag(record_length) over before, false)
        as is_repeated
      from (${buildKeptQuery(scope, selection)}) kept
      window before as (partition by type order by segment_id, record_offset)
    ),
    piece as (
      select segment_id, record_offset - companions_before as start, companions_before as before,
        record_length as own, companions_after as after, record_crc, companions_crc, id as artifact_id, store_ms
      from selected
      union all
      select segment_id, start, 0, own, 0, record_crc, null, artifact_id, null from original
      union all
      select segment_id, record_offset, 0, record_length, 0, record_crc, null, null, null
      from kept where not (type = ${WARCINFO} and is_repeated)
    )`;
}

/**
 * Counts the damage in the selection: damaged artifacts, artifacts with damage only in their companion records, and
 * damaged records without an artifact.
 */
export function buildDamageCountQuery(scope: ExportScope, selection: ExportSelection): RawBuilder<Omissions> {
  const inScope = scope.auId === undefined ? sql`true` : sql`au_id = ${scope.auId}`;
  return sql<Omissions>`
    select count(*) filter (where not is_bare) as artifacts, count(*) filter (where is_bare) as companions,
      (${buildDamagedKeptCount(scope, selection)}) as records
    from artifact join (
      select artifact_id, bool_and(in_companions) as is_bare from damage where ${inScope} group by artifact_id
    ) damaged on damaged.artifact_id = artifact.id
    where ${joinAll([...buildSelectionConditions(scope, selection, 'artifact'), buildLatestCondition(scope, selection)])}`;
}

/**
 * Counts damaged records without an artifact. Searches only faulty segments, because every segment with such a record
 * has a fault (index/kept-damage.db.ts).
 */
function buildDamagedKeptCount(scope: ExportScope, selection: ExportSelection): Sql {
  const isWanted = isWholeSelection(selection)
    ? sql`true`
    : sql`kept_record.type = ${WARCINFO} and exists (
        select from artifact
        where artifact.segment_id = segment.id and artifact.record_offset > kept_record.record_offset
          and not exists (
            select from kept_record later
            where later.segment_id = segment.id and later.type = ${WARCINFO}
              and later.record_offset > kept_record.record_offset and later.record_offset < artifact.record_offset)
          and ${joinAll([...buildSelectionConditions(scope, selection, 'artifact'), buildLatestCondition(scope, selection)])}
          and not exists (select from damage where artifact_id = artifact.id and not in_companions))`;
  return sql`
    select count(*) from au join segment on segment.au_id = au.id
    join kept_record on kept_record.segment_id = segment.id
    where ${buildAuCondition(scope)} and segment.fault is not null and kept_record.artifact_id is null
      and kept_record.damaged_ms is not null and ${isWanted}`;
}

function buildAuCondition({ auId, namespaceId }: ExportScope): Sql {
  return auId === undefined ? sql`au.namespace_id = ${namespaceId}` : sql`au.id = ${auId}`;
}

function buildSelectionConditions(
  { auId, namespaceId }: ExportScope,
  { url, urlPrefix, fromMs, toMs }: ExportSelection,
  table: 'artifact' | 'newer',
): Sql[] {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const [own, key] = [column('url'), sql`url_head(${column('url')})`];
  const above =
    urlPrefix === undefined
      ? undefined
      : findPrefixEnd([...toUrlOrder(urlPrefix)].slice(0, HEAD_CHARACTERS).join(''));
  return [
    auId === undefined ? sql`${column('namespace_id')} = ${namespaceId}` : sql`${column('au_id')} = ${auId}`,
    sql`${column('committed')}`,
    ...(url === undefined ? [] : [buildSameUrlCondition(own, sql`${url}::text`)]),
    ...(urlPrefix === undefined
      ? []
      : [sql`${key} >= url_head(${urlPrefix})`, sql`starts_with(${own}, ${urlPrefix})`]),
    ...(above === undefined ? [] : [sql`${key} < ${above}`]),
    ...(fromMs === undefined ? [] : [sql`${column('collection_ms')} >= ${fromMs}`]),
    ...(toMs === undefined ? [] : [sql`${column('collection_ms')} <= ${toMs}`]),
  ];
}

/** Number of characters of a URL that url_head() returns. */
const HEAD_CHARACTERS = 500;

function buildSameUrlCondition(one: Sql, other: Sql): Sql {
  return sql`url_head(${one}) = url_head(${other}) and url_tail(${one}) = url_tail(${other}) and ${one} = ${other}`;
}

function buildLatestCondition(scope: ExportScope, selection: ExportSelection): Sql {
  if (selection.versions === 'all') return sql`true`;
  // No URL conditions are needed, because all versions have the URL of the artifact.
  const others = buildSelectionConditions(
    scope,
    { ...selection, url: undefined, urlPrefix: undefined },
    'newer',
  );
  return sql`not exists (
    select from artifact newer where ${joinAll(others)} and newer.au_id = artifact.au_id
      and ${buildSameUrlCondition(sql.ref('newer.url'), sql.ref('artifact.url'))} and newer.version > artifact.version)`;
}

const KEPT_COLUMNS = ['segment_id', 'record_offset', 'record_length', 'record_crc', 'type'];

/**
 * Selects rows of `kept_record`: for a whole AU or namespace, all of them; otherwise, the rows of the selected
 * artifacts, including their warcinfo records. Excludes damaged records.
 */
function buildKeptQuery(scope: ExportScope, selection: ExportSelection): Sql {
  const columns = (table: string) => sql.join(KEPT_COLUMNS.map((name) => sql.ref(`${table}.${name}`)));
  const owned = sql`select ${columns('kept_record')} from kept_record join selected on selected.id = kept_record.artifact_id
    where not is_bare`;
  if (isWholeSelection(selection)) {
    return sql`
      ${owned} union all
      select ${columns('kept_record')} from au join segment on segment.au_id = au.id
      join kept_record on kept_record.segment_id = segment.id
      where ${buildAuCondition(scope)} and kept_record.artifact_id is null and kept_record.damaged_ms is null`;
  }
  return sql`
    ${owned} union
    select ${columns('governing')} from selected, lateral (
      select * from kept_record
      where segment_id = selected.segment_id and record_offset < selected.record_offset and type = ${WARCINFO}
      order by record_offset desc limit 1
    ) governing where damaged_ms is null`;
}

function joinAll(conditions: readonly Sql[]): Sql {
  return sql.join(conditions, sql` and `);
}
