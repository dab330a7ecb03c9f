// What a rebuild has read of the journal and of the store's list, kept in tables of its own until it is finished: it may
// be more than memory holds, and outlives a crash.
import { type Kysely, sql } from 'kysely';
import type { SegmentRecorded, SegmentsMoved } from '../../domain/journal-entry.ts';
import { numberArray, plainArray, textArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

/** Waiting: to be loaded. Retired: nothing needs it any more. Lost: nothing of it could be read. */
export const states = { waiting: 0, done: 1, retired: 2, lost: 3, leftOver: 4 } as const;

export interface StagedSegment {
  readonly key: string;
  readonly namespace: string | null;
  readonly auid: string | null;
  /** Null when the journal does not know it. */
  readonly entry: SegmentRecorded | SegmentsMoved | null;
  /** Null when the store does not have it. */
  readonly sizeBytes: number | null;
}

// rebuild_gone: records of deleted artifacts, in which revisits may still find their payload. rebuild_request: what
// artifacts were captured with, where a record tells that lies elsewhere than they do.
const tables = [
  `create table if not exists rebuild_segment (
    key text collate "C" primary key, namespace text, auid text, entry json, size_bytes bigint,
    state smallint not null default 0)`,
  'create index if not exists rebuild_segment_waiting on rebuild_segment (key) where state = 0',
  // What the journal does not know is ordered by when it was begun.
  'create index if not exists rebuild_segment_unknown on rebuild_segment (right(key, 44)) where state = 0 and entry is null',
  `create table if not exists rebuild_change (
    artifact uuid not null, id bigint not null, op text not null, primary key (artifact, id))`,
  `create table if not exists rebuild_purge (
    artifact uuid primary key, namespace text not null, auid text not null, at timestamptz not null, sha256 text not null,
    ordered_by text not null, reason text not null)`,
  `create table if not exists rebuild_bulk (
    namespace text, auid text, id bigint not null, at timestamptz not null, marked boolean not null,
    primary key (id))`,
  `create table if not exists rebuild_gone (
    artifact uuid primary key, segment_id bigint not null, record_offset bigint not null,
    record_length bigint not null, record_crc integer)`,
  `create table if not exists rebuild_request (artifact uuid primary key, method text not null, body text)`,
];

export async function makeStaging(db: Kysely<IndexSchema>): Promise<void> {
  for (const table of tables) await sql.raw(table).execute(db);
}

/** Makes these tables for `work` alone, and they are gone with it: nothing that is kept is changed. */
export async function withTemporaryStaging<Result>(
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
  await sql`drop table if exists rebuild_segment, rebuild_change, rebuild_purge, rebuild_bulk, rebuild_gone, rebuild_request,
    rebuild_index`.execute(db);
}

/** The planner would otherwise look for one segment in all that the journal says. */
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
      ${textArray(objects.map(({ key }) => key))}::text[],
      ${numberArray(objects.map(({ sizeBytes }) => sizeBytes))}::bigint[])
    on conflict (key) do update set size_bytes = excluded.size_bytes`.execute(db);
}

/** Bytes of all objects that are to be loaded, or are already. */
export async function stagedBytes(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from rebuild_segment
    where state <> ${states.retired}`.execute(db);
  return rows[0]!.bytes;
}

/**
 * Those to be loaded. `known`: in the order of their keys, what the journal knows. Otherwise what it does not know, in
 * the order in which the segments were begun.
 */
export async function waitingSegments(
  db: Kysely<IndexSchema>,
  { known, after, limit }: { known: boolean; after: string; limit: number },
): Promise<StagedSegment[]> {
  // The last 44 characters of a key are the segment's uuid and what follows.
  const order = known ? sql`key` : sql`right(key, 44)`;
  const { rows } = await sql<StagedSegment>`
    select key, namespace, auid, entry, size_bytes as "sizeBytes" from rebuild_segment
    where state = 0 and ${known ? sql`entry is not null` : sql`entry is null`} and ${order} > ${after}
    order by ${order}
    limit ${limit}`.execute(db);
  return rows;
}

export async function settleSegment(
  db: Kysely<IndexSchema>,
  key: string,
  state: (typeof states)[keyof typeof states],
): Promise<void> {
  await sql`update rebuild_segment set state = ${state} where key = ${key}`.execute(db);
}

/** Segments whose place another has taken are to be loaded after all. False when one of them is not there any more. */
export async function reviveRetired(db: Kysely<IndexSchema>, keys: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    with asked as (
      select key from rebuild_segment
      where key = any(${textArray(keys)}::text[]) and size_bytes is not null and entry is not null
    )
    update rebuild_segment set state = ${states.waiting}
    where key in (select key from asked) and (select count(*) from asked) = ${keys.length}::bigint
    returning key`.execute(db);
  return keys.length > 0 && rows.length === keys.length;
}

export interface LaterChanges {
  readonly committed: boolean | undefined;
  readonly deleted: boolean;
  /** Numbers in the journal, 0 for never: when `committed` was last said, and when its record was last replaced. */
  readonly committedId: number;
  readonly replacedId: number;
}

/** What became of these artifacts after they were stored; of most nothing did. */
export async function changesOf(
  db: Kysely<IndexSchema>,
  artifacts: readonly string[],
): Promise<Map<string, LaterChanges>> {
  const { rows } = await sql<LaterChanges & { artifact: string; committed: boolean | null }>`
    select artifact,
      coalesce(max(id) filter (where op in ('deleted', 'purged')), 0)
        > coalesce(max(id) filter (where op = 'replaced'), 0) as deleted,
      (array_agg(op = 'committed' order by id desc) filter (where op in ('committed', 'uncommitted')))[1] as committed,
      coalesce(max(id) filter (where op in ('committed', 'uncommitted')), 0) as "committedId",
      coalesce(max(id) filter (where op = 'replaced'), 0) as "replacedId"
    from rebuild_change where artifact = any(${plainArray(artifacts)}::uuid[])
    group by artifact`.execute(db);
  return new Map(
    rows.map(({ artifact, committed, ...others }) => [
      artifact,
      { ...others, committed: committed ?? undefined },
    ]),
  );
}

/** What the journal says of one segment. */
export async function stagedSegment(
  db: Kysely<IndexSchema>,
  key: string,
): Promise<{ entry: StagedSegment['entry']; retired: boolean } | undefined> {
  const { rows } = await sql<{ entry: StagedSegment['entry']; retired: boolean }>`
    select entry, state = ${states.retired} as retired from rebuild_segment where key = ${key}`.execute(db);
  return rows[0];
}

/** Segments that could not be loaded, and why: for the report. */
export async function unloaded(
  db: Kysely<IndexSchema>,
  state: 'waiting' | 'lost' | 'leftOver',
  limit: number,
): Promise<{ key: string; sizeBytes: number | null }[]> {
  const { rows } = await sql<{ key: string; sizeBytes: number | null }>`
    select key, size_bytes as "sizeBytes" from rebuild_segment where state = ${states[state]}
    order by key limit ${limit}`.execute(db);
  return rows;
}
