// Reads and deletes rows of the journal table, an outbox for the job that ships the journal. au.db.ts inserts the rows.
import { type Kysely, sql } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

export type JournalLine = {
  /** ID, which ascends within an AU. Readers must sort by ID, because a later object may contain lower IDs. */
  id: number;
  /** Epoch in which the ID was assigned (migrations/first/journal.ts). Absent in lines of older releases. */
  epoch?: string;
  /** Start of the transaction, in ISO 8601 format. */
  at: string;
  namespace: string;
  auid: string;
} & JournalEntry;

export interface JournalLag {
  readonly rows: number;
  /** Age of the oldest line in seconds. 0 if there are no lines. */
  readonly seconds: number;
}

/**
 * Returns whether any line must be shipped now. A line that only repeats its segment's manifest may wait for
 * `patienceMs`, because a rebuild without the line has the same result. All other lines are due immediately.
 */
export async function isJournalDue(db: Kysely<IndexSchema>, patienceMs: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (
      select from journal
      where at <= clock_timestamp() - ${patienceMs} * interval '1 millisecond' or entry ->> 'op' <> 'recorded'
        or entry::jsonb - '{op,segment,sizeBytes,manifestOffset,records,provenance,created}'::text[] <> '{}'
    ) as due`.execute(db);
  return rows[0]!.due;
}

interface JournalRow {
  readonly id: number;
  readonly epoch: string | null;
  readonly at: Date;
  readonly namespace: string;
  readonly auid: string;
  readonly entry: JournalEntry;
}

/** Returns the first `limit` lines of one AU or all AUs, ordered by ID. */
export async function readJournalLines(
  db: Kysely<IndexSchema>,
  limit: number,
  of?: { readonly namespace: string; readonly auid: string },
): Promise<JournalLine[]> {
  const { rows } = await sql<JournalRow>`
    select journal.id, journal.at, namespace.name as namespace, au.auid, journal.entry,
      (select epoch from journal_epoch where after_id < journal.id order by epoch desc limit 1) as epoch
    from journal
    join au on au.id = journal.au_id
    join namespace on namespace.id = au.namespace_id
    where ${of === undefined ? sql`true` : sql`namespace.name = ${of.namespace} and au.auid = ${of.auid}`}
    order by journal.id
    limit ${limit}`.execute(db);
  return rows.map(({ id, epoch, at, namespace, auid, entry }) => ({
    id,
    ...(epoch !== null && { epoch }),
    at: at.toISOString(),
    namespace,
    auid,
    ...entry,
  }));
}

/**
 * Deletes shipped lines and records the last shipped ID of each epoch. Compares the epoch as well, because after a
 * failover another epoch may reuse the IDs.
 */
export async function deleteShippedLines(
  db: Kysely<IndexSchema>,
  lines: readonly JournalLine[],
): Promise<void> {
  const last = new Map<string, number>();
  for (const { epoch, id } of lines)
    if (epoch !== undefined) last.set(epoch, Math.max(last.get(epoch) ?? 0, id));
  const ids = formatNumberArray(lines.map(({ id }) => id));
  const epochs = formatTextArray(lines.map(({ epoch = '' }) => epoch));
  await sql`
    with deleted as (
      delete from journal using unnest(${ids}::bigint[], ${epochs}::text[]) line(id, epoch)
      where journal.id = line.id and line.epoch = coalesce(
        (select epoch from journal_epoch where after_id < journal.id order by epoch desc limit 1), '')
    )
    update journal_epoch set shipped_id = greatest(shipped_id, shipped.id)
    from unnest(${formatPlainArray([...last.keys()])}::text[], ${formatNumberArray([...last.values()])}::bigint[]) shipped(epoch, id)
    where journal_epoch.epoch = shipped.epoch`.execute(db);
}

export async function readJournalLag(db: Kysely<IndexSchema>): Promise<JournalLag> {
  const { rows } = await sql<JournalLag>`
    select count(*) as rows,
      coalesce(greatest(0, extract(epoch from clock_timestamp() - min(at))), 0)::float8 as seconds
    from journal`.execute(db);
  return rows[0]!;
}
