// Reads and empties the journal's outbox for the shipper. au.db.ts writes the outbox.
import { type Kysely, sql } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

/** One line of a journal object. */
export type JournalLine = {
  /** Increases within an AU. A line with a lower id may be in a later object, so readers must sort. */
  id: number;
  /** Epoch in which the id was assigned (migrations/first/journal.ts); absent in lines of older releases. */
  epoch?: string;
  /** Start time of the transaction, in ISO 8601 format. */
  at: string;
  namespace: string;
  auid: string;
} & JournalEntry;

export interface JournalLag {
  readonly rows: number;
  /** Age of the oldest line in seconds; 0 if there is none. */
  readonly seconds: number;
}

/**
 * Returns whether lines are due for shipping. If all records of a segment became artifacts with new URLs, its line only
 * repeats the segment's manifest. Such a line may wait until it is `patienceMs` old, because a rebuild without the line
 * has the same result.
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

/** Returns the first `limit` lines ordered by id, either of all AUs or of one. */
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
 * Deletes lines that are in the object store, and records the last shipped id of each epoch. After a failover, lines of
 * a later epoch may have the same ids; they are not deleted.
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
