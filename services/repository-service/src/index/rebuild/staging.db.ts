// Staging tables of a rebuild, with the contents of the journal and the list of stored objects. The tables may be
// larger than the memory. They survive a crash, and are dropped at the end of the rebuild.
import { type Kysely, sql } from 'kysely';
import type { SegmentRecordedEntry, SegmentsMovedEntry } from '../../domain/journal-entry.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

/**
 * States of a staged segment. waiting: to be loaded. retired: no longer needed. lost: entirely unreadable. left over:
 * contains no artifact to load. partial: some records were not loaded. damaged journal: unreadable journal object.
 */
export const stagedSegmentStates = {
  waiting: 0,
  done: 1,
  retired: 2,
  lost: 3,
  leftOver: 4,
  partial: 5,
  damagedJournal: 6,
} as const;

export interface StagedSegment {
  readonly key: string;
  readonly namespace: string | null;
  readonly auid: string | null;
  /** Journal entry; null if the journal lacks the segment. `id`: position among all lines of all epochs. */
  readonly entry: ((SegmentRecordedEntry | SegmentsMovedEntry) & { id: number }) | null;
  /** Size of the object; null if the store lacks it. */
  readonly sizeBytes: number | null;
}

// rebuild_epoch: first and last ID of each epoch ('' for lines without an epoch). Lines are ordered by epoch, then by
// ID, because a restored index assigns IDs again. rebuild_renumbered: artifacts that got a new version number, because
// another history of the index also assigned their old version number. rebuild_gone: records of deleted artifacts,
// whose payload revisits may share. rebuild_request: requests whose records are not adjacent to their artifact.
// rebuild_hold: lines that placed or lifted a hold. rebuild_deletion: lines that filed or ended a deletion request.
const tables = [
  `create table if not exists rebuild_segment (
    key text collate "C" primary key, namespace text, auid text, epoch text collate "C", id bigint, entry json,
    size_bytes bigint, state smallint not null default 0)`,
  'create index if not exists rebuild_segment_waiting on rebuild_segment (epoch, key) where state = 0',
  // Orders segments that the journal lacks by the time in their UUID.
  'create index if not exists rebuild_segment_unknown on rebuild_segment (right(key, 44)) where state = 0 and entry is null',
  `create table if not exists rebuild_change (
    artifact uuid not null, epoch text collate "C" not null, id bigint not null, op text not null, version integer,
    primary key (artifact, epoch, id))`,
  `create table if not exists rebuild_epoch (
    epoch text collate "C" primary key, first_id bigint not null, last_id bigint not null)`,
  'create table if not exists rebuild_renumbered (artifact uuid primary key, au_id integer not null, version integer not null)',
  `create table if not exists rebuild_purge (
    artifact uuid primary key, namespace text not null, auid text not null, at timestamptz not null, sha256 text not null,
    ordered_by text not null, reason text not null)`,
  'create table if not exists rebuild_erased (artifact uuid primary key)',
  `create table if not exists rebuild_bulk (
    namespace text, auid text, epoch text collate "C" not null, id bigint not null, at timestamptz not null,
    marked boolean not null, primary key (epoch, id))`,
  `create table if not exists rebuild_hold (
    hold uuid, namespace text not null, auid text not null, epoch text collate "C" not null, id bigint not null,
    at timestamptz not null, entry json not null, primary key (hold, epoch, id))`,
  `create table if not exists rebuild_deletion (
    number bigint, namespace text not null, auid text not null, epoch text collate "C" not null, id bigint not null,
    at timestamptz not null, entry json not null, primary key (number, epoch, id))`,
  `create table if not exists rebuild_gone (
    artifact uuid primary key, segment_id bigint not null, record_offset bigint not null,
    record_length bigint not null, record_crc integer)`,
  `create table if not exists rebuild_request (artifact uuid primary key, method text not null, body text)`,
];

/** Returns a `from` clause that joins each row of a staging table (alias `staged`) with the row of its AU. */
export const buildAuJoin = (table: string) => sql`
  ${sql.raw(table)} staged
  join namespace on namespace.name = staged.namespace
  join au on au.namespace_id = namespace.id and au.auid_sha256 = sha256(convert_to(staged.auid, 'UTF8'))`;

export async function makeStaging(db: Kysely<IndexSchema>): Promise<void> {
  for (const table of tables) await sql.raw(table).execute(db);
}

/** Calls `work` with temporary staging tables, which are dropped afterwards. */
export async function runWithTemporaryStaging<Result>(
  db: Kysely<IndexSchema>,
  work: (staged: Kysely<IndexSchema>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (staged) => {
    for (const table of tables) {
      await sql.raw(table.replace('create table', 'create temporary table')).execute(staged);
    }
    try {
      return await work(staged);
    } finally {
      await dropStaging(staged);
    }
  });
}

export async function dropStaging(db: Kysely<IndexSchema>): Promise<void> {
  await sql`drop table if exists rebuild_segment, rebuild_change, rebuild_purge, rebuild_erased, rebuild_bulk, rebuild_hold,
    rebuild_deletion, rebuild_gone, rebuild_request, rebuild_index, rebuild_epoch, rebuild_renumbered`.execute(
    db,
  );
}

/** Updates the planner's statistics. Without them, PostgreSQL would scan all staged lines to find one segment. */
export async function analyzeStaging(db: Kysely<IndexSchema>): Promise<void> {
  await sql`analyze rebuild_segment, rebuild_change`.execute(db);
}

export async function stageObjects(
  db: Kysely<IndexSchema>,
  objects: readonly { key: string; sizeBytes: number }[],
): Promise<void> {
  await sql`
    insert into rebuild_segment (key, size_bytes)
    select * from unnest(
      ${formatTextArray(objects.map(({ key }) => key))}::text[],
      ${formatNumberArray(objects.map(({ sizeBytes }) => sizeBytes))}::bigint[])
    on conflict (key) do update set size_bytes = excluded.size_bytes`.execute(db);
}

/** Returns the total size of all staged objects except retired ones. */
export async function readStagedBytes(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from rebuild_segment
    where state <> ${stagedSegmentStates.retired}`.execute(db);
  return rows[0]!.bytes;
}

/** Exclusive upper bound of the journal IDs in an epoch. */
const EPOCH_SIZE = 2 ** 36;

/** Offsets that are added to the IDs of each epoch, so that the lines of all epochs are in order. */
const epochBases = sql`
  epochs as materialized (
    select epoch, (row_number() over (order by epoch) - 1) * ${EPOCH_SIZE}::bigint as base from rebuild_epoch
  )`;

export interface StagedEpoch {
  readonly epoch: string;
  readonly firstId: number;
  readonly lastId: number;
  /**
   * True if this epoch assigned IDs of an earlier epoch again. The index was then restored, so segments of the two
   * epochs may contradict each other.
   */
  readonly isContested: boolean;
}

/** Returns the epochs, oldest first. The epoch '' of lines without an epoch comes first. */
export async function listStagedEpochs(db: Kysely<IndexSchema>): Promise<StagedEpoch[]> {
  const { rows } = await sql<StagedEpoch>`
    select epoch, first_id as "firstId", last_id as "lastId",
      coalesce(first_id <= max(last_id) over (order by epoch rows between unbounded preceding and 1 preceding), false)
        as "isContested"
    from rebuild_epoch order by epoch`.execute(db);
  return rows;
}

/** Returns the next waiting segments of an epoch. They are ordered by key or, in a contested epoch, by line ID. */
export async function listWaitingEpochSegments(
  db: Kysely<IndexSchema>,
  { epoch, isContested }: StagedEpoch,
  { after, limit }: { after: { key: string; id: number }; limit: number },
): Promise<(StagedSegment & { lineId: number })[]> {
  const rest = isContested ? sql`(segment.id, key) > (${after.id}, ${after.key})` : sql`key > ${after.key}`;
  const order = isContested ? sql`segment.id, key` : sql`key`;
  const { rows } = await sql<StagedSegment & { lineId: number; position: number }>`
    with ${epochBases}
    select key, namespace, auid, entry, size_bytes as "sizeBytes", segment.id as "lineId", base + segment.id as position
    from rebuild_segment segment join epochs using (epoch)
    where state = 0 and segment.epoch = ${epoch} and entry is not null and ${rest}
    order by ${order}
    limit ${limit}`.execute(db);
  return rows.map(addLinePosition);
}

function addLinePosition<Staged extends Pick<StagedSegment, 'entry'> & { position: number | null }>({
  position,
  ...segment
}: Staged) {
  return { ...segment, entry: segment.entry && { ...segment.entry, id: position ?? 0 } };
}

/**
 * Returns waiting segments that the journal lacks. Ordered by the UUID in the last 44 characters of the key, which
 * starts with the time.
 */
export async function listWaitingUnjournaledSegments(
  db: Kysely<IndexSchema>,
  { after, limit }: { after: string; limit: number },
): Promise<StagedSegment[]> {
  const { rows } = await sql<StagedSegment>`
    select key, namespace, auid, entry, size_bytes as "sizeBytes" from rebuild_segment
    where state = 0 and entry is null and right(key, 44) > ${after}
    order by right(key, 44)
    limit ${limit}`.execute(db);
  return rows;
}

export async function recordDamagedJournalObject(db: Kysely<IndexSchema>, key: string): Promise<void> {
  await sql`
    insert into rebuild_segment (key, state) values (${key}, ${stagedSegmentStates.damagedJournal}) on conflict do nothing`.execute(
    db,
  );
}

export async function setStagedState(
  db: Kysely<IndexSchema>,
  key: string,
  state: (typeof stagedSegmentStates)[keyof typeof stagedSegmentStates],
): Promise<void> {
  await sql`update rebuild_segment set state = ${state} where key = ${key}`.execute(db);
}

/**
 * Marks retired segments as waiting to be loaded. Returns false, without a change, if the store or the journal lacks
 * one of them.
 */
export async function restageRetiredSegments(
  db: Kysely<IndexSchema>,
  keys: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    with asked as (
      select key from rebuild_segment
      where key = any(${formatTextArray(keys)}::text[]) and size_bytes is not null and entry is not null
    )
    update rebuild_segment set state = ${stagedSegmentStates.waiting}
    where key in (select key from asked) and (select count(*) from asked) = ${keys.length}::bigint
    returning key`.execute(db);
  return keys.length > 0 && rows.length === keys.length;
}

export interface LaterChanges {
  readonly committed: boolean | undefined;
  readonly deleted: boolean;
  /** Version that an earlier rebuild assigned. Undefined if the stored version applies. */
  readonly version: number | undefined;
  /** Positions in the journal of the last change of `committed` and of the record's last replacement. 0 for never. */
  readonly committedId: number;
  readonly replacedId: number;
}

/** Returns the journaled changes of artifacts since they were stored, by artifact. Most artifacts have none. */
export async function readLaterChanges(
  db: Kysely<IndexSchema>,
  artifacts: readonly string[],
): Promise<Map<string, LaterChanges>> {
  const { rows } = await sql<
    LaterChanges & { artifact: string; committed: boolean | null; version: number | null }
  >`
    with ${epochBases}, change as (
      select artifact, op, version, base + id as position
      from rebuild_change join epochs using (epoch)
      where artifact = any(${formatPlainArray(artifacts)}::uuid[])
    )
    select artifact,
      coalesce(max(position) filter (where op in ('deleted', 'purged')), 0)
        > coalesce(max(position) filter (where op in ('replaced', 'restored')), 0) as deleted,
      (array_agg(op = 'committed' order by position desc) filter (where op in ('committed', 'uncommitted')))[1]
        as committed,
      coalesce(max(position) filter (where op in ('committed', 'uncommitted')), 0) as "committedId",
      coalesce(max(position) filter (where op = 'replaced'), 0) as "replacedId",
      (array_agg(version order by position desc) filter (where version is not null))[1] as version
    from change group by artifact`.execute(db);
  return new Map(
    rows.map(({ artifact, committed, version, ...others }) => [
      artifact,
      { ...others, committed: committed ?? undefined, version: version ?? undefined },
    ]),
  );
}

/** Returns the staged state of one segment. */
export async function findStagedSegment(
  db: Kysely<IndexSchema>,
  key: string,
): Promise<{ entry: StagedSegment['entry']; retired: boolean } | undefined> {
  const { rows } = await sql<{ entry: StagedSegment['entry']; retired: boolean; position: number | null }>`
    with ${epochBases}
    select entry, state = ${stagedSegmentStates.retired} as retired, base + segment.id as position
    from rebuild_segment segment left join epochs using (epoch) where key = ${key}`.execute(db);
  return rows[0] && addLinePosition(rows[0]);
}

/** Returns segments in this state, for the report. */
export async function listUnloadedSegments(
  db: Kysely<IndexSchema>,
  state: keyof typeof stagedSegmentStates,
  limit: number,
): Promise<{ key: string; sizeBytes: number | null }[]> {
  const { rows } = await sql<{ key: string; sizeBytes: number | null }>`
    select key, size_bytes as "sizeBytes" from rebuild_segment where state = ${stagedSegmentStates[state]}
    order by key limit ${limit}`.execute(db);
  return rows;
}
