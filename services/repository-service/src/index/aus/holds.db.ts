// Places, changes, lifts and lists holds. These changes take the AU's lock, like every deletion. A trigger
// (migrations/first/holds.ts) refuses to delete artifacts under hold.
import { findSqlState, runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { HoldLiftedEntry, HoldPlacedEntry } from '../../domain/journal-entry.ts';
import { formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { buildJournalInsert } from './au.db.ts';

export interface Hold {
  readonly id: string;
  readonly namespace: string;
  readonly auid: string;
  /** Null if the whole AU is held. */
  readonly artifact: string | null;
  readonly placedMs: number;
  readonly by: string;
  readonly reason: string;
  /** Null if the hold lasts until it is lifted. */
  readonly untilMs: number | null;
}

/** Thrown if a hold forbids a deletion. Nothing was changed. */
export class UnderHoldError extends Error {
  override name = 'UnderHoldError';
  readonly artifact: string;

  constructor({ artifact, hold, ofAu, by, reason, until }: Refusal) {
    const what = ofAu ? `The AU of artifact ${artifact}` : `Artifact ${artifact}`;
    const end = until === null ? 'until it is lifted' : `until ${new Date(until).toISOString()}`;
    super(`${what} is under hold ${end}. Hold ${hold}, placed by ${by}: ${reason}`);
    this.artifact = artifact;
  }
}

interface Refusal {
  readonly artifact: string;
  readonly hold: string;
  readonly ofAu: boolean;
  readonly by: string;
  readonly reason: string;
  readonly until: number | null;
}

const HELD_STATE = 'HFHLD';

/** Returns the result of `work`. Throws UnderHoldError if a hold forbids a deletion in `work`. */
export async function convertUnderHoldError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (findSqlState(error) !== HELD_STATE) throw error;
    throw new UnderHoldError(JSON.parse((error as { detail: string }).detail) as Refusal);
  }
}

/** Throws UnderHoldError if the AU or any of these artifacts is under hold. The artifacts may already be deleted. */
export async function throwIfUnderHold(
  db: Kysely<IndexSchema>,
  auId: number,
  artifacts: readonly string[],
): Promise<void> {
  const { rows } = await sql<Refusal>`
    select hold.id as hold, gone.id as artifact, hold.artifact_id is null as "ofAu", placed_by as by, reason,
      floor(extract(epoch from until) * 1000)::float8 as until
    from hold join unnest(${formatPlainArray(artifacts)}::uuid[]) gone(id) on coalesce(hold.artifact_id, gone.id) = gone.id
    where au_id = ${auId} and (until is null or until > clock_timestamp())
    order by until desc nulls first, hold.id limit 1`.execute(db);
  if (rows[0]) throw new UnderHoldError(rows[0]);
}

/** Returns a predicate for artifacts of the AU that are currently under hold. */
export async function loadHoldPredicate(
  db: Kysely<IndexSchema>,
  auId: number,
): Promise<(artifact: string) => boolean> {
  const { rows } = await sql<{ artifact: string | null }>`
    select artifact_id as artifact from hold
    where au_id = ${auId} and (until is null or until > clock_timestamp())`.execute(db);
  const held = new Set(rows.map(({ artifact }) => artifact));
  return (artifact) => held.has(null) || held.has(artifact);
}

export type NewHold = Omit<HoldPlacedEntry, 'op'>;

/**
 * Places a hold. Returns the time, in milliseconds, when it was placed. Returns undefined if the AU has no such
 * artifact or, for a hold of the whole AU, no artifacts at all.
 */
export async function placeHold(
  db: Kysely<IndexSchema>,
  auId: number,
  hold: NewHold,
): Promise<number | undefined> {
  const { hold: id, artifact, by, reason, until } = hold;
  return runInTransaction(db, async (tx) => {
    await sql`select from au where id = ${auId} for update`.execute(tx);
    const { rows } = await sql<{ ms: number }>`
      insert into hold (id, au_id, artifact_id, placed_by, reason, until)
      select ${id}::uuid, ${auId}, ${artifact ?? null}::uuid, ${by}, ${reason},
        to_timestamp(${until ?? null}::float8 / 1000)
      where exists (
        select from artifact where au_id = ${auId} and id = coalesce(${artifact ?? null}::uuid, id)
      )
      returning floor(extract(epoch from placed_at) * 1000)::float8 as ms`.execute(tx);
    if (!rows[0]) return undefined;
    await buildJournalInsert(auId, { op: 'held', ...hold }).execute(tx);
    return rows[0].ms;
  });
}

export interface HoldUpdate {
  readonly by: string;
  /** Undefined to keep the reason. */
  readonly reason?: string | undefined;
  /** Null for a hold that lasts until it is lifted. Undefined to keep the end. */
  readonly until?: number | null | undefined;
}

/** Changes and returns the hold. Returns undefined if there is none. */
export async function changeHold(
  db: Kysely<IndexSchema>,
  id: string,
  { by, ...change }: HoldUpdate,
): Promise<Hold | undefined> {
  return runInTransaction(db, async (tx) => {
    const hold = await lockHold(tx, id);
    if (!hold) return undefined;
    const reason = change.reason ?? hold.reason;
    const untilMs = change.until === undefined ? hold.untilMs : change.until;
    const { rows } = await sql<{ au_id: number }>`
      update hold set reason = ${reason}, until = to_timestamp(${untilMs}::float8 / 1000)
      where id = ${id}::uuid returning au_id`.execute(tx);
    await buildJournalInsert(rows[0]!.au_id, {
      op: 'held',
      hold: id,
      ...(hold.artifact !== null && { artifact: hold.artifact }),
      by,
      reason,
      ...(untilMs !== null && { until: untilMs }),
      changed: true,
    }).execute(tx);
    return { ...hold, reason, untilMs };
  });
}

/** Lifts and returns the hold. Returns undefined if there is none. */
export async function liftHold(
  db: Kysely<IndexSchema>,
  id: string,
  { by, reason }: Pick<HoldLiftedEntry, 'by' | 'reason'>,
): Promise<Hold | undefined> {
  return runInTransaction(db, async (tx) => {
    const hold = await lockHold(tx, id);
    if (!hold) return undefined;
    const { rows } = await sql<{ au_id: number }>`
      delete from hold where id = ${id}::uuid returning au_id`.execute(tx);
    await buildJournalInsert(rows[0]!.au_id, {
      op: 'released',
      hold: id,
      ...(hold.artifact !== null && { artifact: hold.artifact }),
      by,
      ...(reason !== undefined && { reason }),
    }).execute(tx);
    return hold;
  });
}

const columns = sql`
  hold.id, namespace.name as namespace, auid, artifact_id as artifact,
  floor(extract(epoch from placed_at) * 1000)::float8 as "placedMs", placed_by as by, reason,
  floor(extract(epoch from until) * 1000)::float8 as "untilMs"
  from hold join au on au.id = hold.au_id join namespace on namespace.id = au.namespace_id`;

/** Locks the hold's AU until the transaction ends, and returns the hold. */
async function lockHold(tx: Kysely<IndexSchema>, id: string): Promise<Hold | undefined> {
  await sql`
    select from au where id = (select au_id from hold where id = ${id}::uuid) for update`.execute(tx);
  const { rows } = await sql<Hold>`select ${columns} where hold.id = ${id}::uuid`.execute(tx);
  return rows[0];
}

export interface HoldFilter {
  readonly namespace?: string | undefined;
  readonly auidSha256?: Buffer | undefined;
  /** Restricts the list to holds on this artifact and on its AU. */
  readonly uuid?: string | undefined;
}

/** Returns holds, including ended ones, ordered by id, the oldest first. */
export async function listHolds(
  db: Kysely<IndexSchema>,
  filter: HoldFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Hold[]> {
  const behind = after === undefined ? sql`true` : sql`hold.id > ${after}::uuid`;
  const { rows } = await sql<Hold>`
    select ${columns} where ${behind} and ${buildHoldCondition(filter)} order by hold.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function countHolds(db: Kysely<IndexSchema>, filter: HoldFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from hold
    join au on au.id = hold.au_id join namespace on namespace.id = au.namespace_id
    where ${buildHoldCondition(filter)}`.execute(db);
  return rows[0]!.total;
}

function buildHoldCondition({ namespace, auidSha256, uuid }: HoldFilter): RawBuilder<unknown> {
  const conditions = [
    ...(namespace === undefined ? [] : [sql`namespace.name = ${namespace}`]),
    ...(auidSha256 === undefined ? [] : [sql`au.auid_sha256 = ${auidSha256}`]),
    ...(uuid === undefined
      ? []
      : [
          sql`(artifact_id = ${uuid}::uuid or artifact_id is null
            and hold.au_id = (select au_id from artifact where id = ${uuid}::uuid))`,
        ]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
