// Records the legal holds that the service places on segments in buckets with object lock. A row is written before the
// legal hold is placed and deleted after it was lifted, so that no legal hold is forgotten after a crash.
import { type Kysely, sql } from 'kysely';
import { formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

/**
 * Keys of the segments that contain the records, payloads or companion records of the artifacts under a hold. Omits
 * payloads that a held AU has in segments of other AUs.
 */
const segmentsOfHold = sql`
  select key from segment where hold.artifact_id is null and segment.au_id = hold.au_id
  union select key from artifact
    join segment on segment.id in (artifact.segment_id, artifact.payload_segment_id)
    where artifact.id = hold.artifact_id
  union select key from kept_record join segment on segment.id = kept_record.segment_id
    where kept_record.artifact_id = hold.artifact_id`;

const wantedKeys = sql`
  select own.key from hold cross join lateral (
    ${segmentsOfHold}
    union select key from artifact join segment on segment.id = artifact.payload_segment_id
      where hold.artifact_id is null and artifact.au_id = hold.au_id and payload_segment_id is not null
  ) own
  where until is null or until > clock_timestamp()`;

/** Length of the key suffix that differs between the segments of one AU: `{uuid}.warc.gz`. */
const KEY_END = 44;

/** Returns whether there are holds, or legal holds that the service has placed. */
export async function hasHolds(db: Kysely<IndexSchema>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from hold) or exists (select from legal_hold) as found`.execute(db);
  return rows[0]!.found;
}

/** Adds a row for each segment that needs a legal hold in this store and has none. */
export async function registerLegalHolds(db: Kysely<IndexSchema>, store: string): Promise<void> {
  await sql`
    insert into legal_hold (store, key) select distinct ${store}, key from (${wantedKeys}) wanted
    on conflict do nothing`.execute(db);
}

export interface LegalHoldQuery {
  readonly store: string;
  /** Exclusive lower bound of the keys. */
  readonly after: string;
  readonly limit: number;
}

/** Returns keys whose legal hold was never placed, or was last placed more than a day ago. */
export async function listLegalHoldsToPlace(
  db: Kysely<IndexSchema>,
  { store, after, limit }: LegalHoldQuery,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from legal_hold
    where store = ${store} and key > ${after} and (placed_at is null or placed_at < now() - interval '1 day')
      and key in (${wantedKeys})
    order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Returns keys whose legal hold is not needed any more. Omits the keys of an AU while the AU's other segments wait for
 * their legal hold, because compaction may have moved the held records to these segments.
 */
export async function listLegalHoldsToLift(
  db: Kysely<IndexSchema>,
  { store, after, limit }: LegalHoldQuery,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with wanted as materialized (select distinct key from (${wantedKeys}) wanted)
    select key from legal_hold
    where store = ${store} and key > ${after} and key not in (select key from wanted)
      and not exists (
        select from legal_hold waiting
        where waiting.store = ${store} and waiting.placed_at is null and waiting.key in (select key from wanted)
          and left(waiting.key, -${sql.lit(KEY_END)}) = left(legal_hold.key, -${sql.lit(KEY_END)})
      )
    order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

export async function markLegalHoldsPlaced(
  db: Kysely<IndexSchema>,
  store: string,
  keys: readonly string[],
): Promise<void> {
  await sql`
    update legal_hold set placed_at = now()
    where store = ${store} and key = any(${formatTextArray(keys)}::text[])`.execute(db);
}

/**
 * Marks the state of these legal holds as unknown. Call before lifting them, because after a crash it is unknown which
 * of them still exist.
 */
export async function markLegalHoldsUnknown(
  db: Kysely<IndexSchema>,
  store: string,
  keys: readonly string[],
): Promise<void> {
  await sql`
    update legal_hold set placed_at = null
    where store = ${store} and key = any(${formatTextArray(keys)}::text[])`.execute(db);
}

export async function deleteLegalHolds(
  db: Kysely<IndexSchema>,
  store: string,
  keys: readonly string[],
): Promise<void> {
  await sql`
    delete from legal_hold where store = ${store} and key = any(${formatTextArray(keys)}::text[])`.execute(
    db,
  );
}

export interface LegalHoldCount {
  readonly hold: string;
  readonly store: string;
  readonly placed: number;
  readonly pending: number;
}

/**
 * Counts, for each of these holds and each store, the segments with a legal hold and the segments that still need one.
 */
export async function countLegalHolds(
  db: Kysely<IndexSchema>,
  holds: readonly string[],
): Promise<LegalHoldCount[]> {
  if (holds.length === 0) return [];
  const { rows } = await sql<LegalHoldCount>`
    select hold.id as hold, legal_hold.store, count(legal_hold.placed_at) as placed,
      count(*) - count(legal_hold.placed_at) as pending
    from hold cross join lateral (${segmentsOfHold}) own join legal_hold on legal_hold.key = own.key
    where exists (select from legal_hold) and hold.id = any(${formatPlainArray(holds)}::uuid[]) and (until is null or until > clock_timestamp())
    group by hold.id, legal_hold.store order by hold.id, legal_hold.store`.execute(db);
  return rows;
}
