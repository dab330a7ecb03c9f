// Stores and reads events of artifacts (domain/artifact-event.ts), which are derived from the state journal. The table
// contains the events of shipped journal lines. Events of unshipped lines are derived when they are read.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type EventDetail,
  type EventKind,
  type EventScope,
  eventKinds,
  eventScopes,
  listEntryEvents,
} from '../../domain/artifact-event.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { JournalLine } from '../keeping/journal.db.ts';
import type { IndexSchema } from '../schema.ts';

/** Key of an event. Keys sort by time. */
export interface EventKey {
  readonly atMs: number;
  readonly lineId: number;
  readonly position: number;
}

export interface StoredEvent extends EventKey {
  readonly scope: EventScope;
  readonly subject: string;
  readonly kind: EventKind;
  readonly detail: EventDetail;
}

/** Events of a subject within a period. */
export interface EventInterval {
  readonly scope: EventScope;
  readonly subject: string;
  /** Exclusive start. Undefined to start with the first event. */
  readonly after: EventKey | undefined;
  /** Inclusive end. Undefined to end with the last event. */
  readonly until: EventKey | undefined;
}

export function listLineEvents(lines: readonly JournalLine[]): StoredEvent[] {
  const events = lines.flatMap((line) =>
    listEntryEvents(line, { namespace: line.namespace, auid: line.auid }).map((event, position) => ({
      ...event,
      atMs: Date.parse(line.at),
      lineId: line.id,
      position,
    })),
  );
  return events.sort(compareEventKeys);
}

export function compareEventKeys(a: EventKey, b: EventKey): number {
  return a.atMs - b.atMs || a.lineId - b.lineId || a.position - b.position;
}

/** Stores the events of these lines. Idempotent. */
export async function insertEvents(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  const events = listLineEvents(lines);
  if (events.length === 0) return;
  const column = (value: (event: StoredEvent) => number) => formatNumberArray(events.map(value));
  await sql`
    insert into event (subject, scope, at_ms, line_id, position, kind, detail)
    select * from unnest(
      ${formatPlainArray(events.map(({ subject }) => subject))}::uuid[],
      ${column(({ scope }) => eventScopes[scope])}::smallint[], ${column(({ atMs }) => atMs)}::bigint[],
      ${column(({ lineId }) => lineId)}::bigint[], ${column(({ position }) => position)}::integer[],
      ${column(({ kind }) => eventKinds[kind])}::smallint[],
      ${formatTextArray(events.map(({ detail }) => formatDetail(detail)))}::json[])
    on conflict do nothing`.execute(db);
}

/**
 * Returns the lines that the index does not contain: neither in the journal, nor as events, which replace shipped lines.
 * Ignores lines without events.
 */
export async function findAbsentLines(
  db: Kysely<IndexSchema>,
  lines: readonly JournalLine[],
): Promise<JournalLine[]> {
  const events = lines.flatMap((line) => listLineEvents([line]).slice(0, 1));
  if (events.length === 0) return [];
  const { rows } = await sql<{ line_id: number; at_ms: number }>`
    select line_id, at_ms from unnest(
      ${formatPlainArray(events.map(({ subject }) => subject))}::uuid[],
      ${formatNumberArray(events.map(({ scope }) => eventScopes[scope]))}::smallint[],
      ${formatNumberArray(events.map(({ atMs }) => atMs))}::bigint[],
      ${formatNumberArray(events.map(({ lineId }) => lineId))}::bigint[]
    ) line (subject, scope, at_ms, line_id)
    where not exists (select from journal where id = line_id)
      and not exists (select from event where (subject, scope, at_ms, line_id)
        = (line.subject, line.scope, line.at_ms, line.line_id))`.execute(db);
  const absent = new Set(rows.map((row) => `${row.line_id} ${row.at_ms}`));
  return lines.filter(({ id, at }) => absent.has(`${id} ${Date.parse(at)}`));
}

function formatDetail(detail: EventDetail): string | null {
  return Object.keys(detail).length === 0 ? null : JSON.stringify(detail);
}

/** Returns the first events after a key within the intervals, in order. The intervals must not overlap. */
export async function listEvents(
  db: Kysely<IndexSchema>,
  intervals: readonly EventInterval[],
  { after, limit }: { after: EventKey | undefined; limit: number },
): Promise<StoredEvent[]> {
  if (intervals.length === 0) return [];
  const parts = intervals.map(
    (interval) => sql`(
      select scope, subject, at_ms, line_id, position, kind, detail from event
      where ${isWithin(interval)} and ${isAfter(after)}
      order by at_ms, line_id, position limit ${limit})`,
  );
  const { rows } = await sql<EventRow>`
    ${sql.join(parts, sql` union all `)} order by at_ms, line_id, position limit ${limit}`.execute(db);
  return rows.map(toEvent);
}

export async function countEvents(
  db: Kysely<IndexSchema>,
  intervals: readonly EventInterval[],
): Promise<number> {
  if (intervals.length === 0) return 0;
  const parts = intervals.map((interval) => sql`(select count(*) from event where ${isWithin(interval)})`);
  const { rows } = await sql<{
    total: number;
  }>`select (${sql.join(parts, sql` + `)})::bigint as total`.execute(db);
  return rows[0]!.total;
}

/** Returns the subjects' events of certain kinds. */
export async function listEventsByKind(
  db: Kysely<IndexSchema>,
  scope: EventScope,
  subjects: readonly string[],
  kinds: readonly EventKind[],
): Promise<StoredEvent[]> {
  const { rows } = await sql<EventRow>`
    select scope, subject, at_ms, line_id, position, kind, detail from event
    where subject = any(${formatPlainArray(subjects)}::uuid[]) and scope = ${eventScopes[scope]}
      and kind = any(${formatNumberArray(kinds.map((kind) => eventKinds[kind]))}::smallint[])
    order by at_ms, line_id, position`.execute(db);
  return rows.map(toEvent);
}

interface EventRow {
  readonly scope: number;
  readonly subject: string;
  readonly at_ms: number;
  readonly line_id: number;
  readonly position: number;
  readonly kind: number;
  readonly detail: EventDetail | null;
}

const KINDS = new Map(Object.entries(eventKinds).map(([name, kind]) => [kind as number, name as EventKind]));
const SCOPES = new Map(
  Object.entries(eventScopes).map(([name, scope]) => [scope as number, name as EventScope]),
);

function toEvent({ scope, subject, at_ms, line_id, position, kind, detail }: EventRow): StoredEvent {
  return {
    ...{ subject, atMs: at_ms, lineId: line_id, position, detail: detail ?? {} },
    ...{ scope: SCOPES.get(scope)!, kind: KINDS.get(kind)! },
  };
}

function isWithin({ scope, subject, after, until }: EventInterval): RawBuilder<unknown> {
  const end =
    until === undefined
      ? sql`true`
      : sql`(at_ms, line_id, position) <= (${until.atMs}, ${until.lineId}, ${until.position})`;
  return sql`subject = ${subject}::uuid and scope = ${eventScopes[scope]} and ${isAfter(after)} and ${end}`;
}

function isAfter(after: EventKey | undefined): RawBuilder<unknown> {
  return after === undefined
    ? sql`true`
    : sql`(at_ms, line_id, position) > (${after.atMs}, ${after.lineId}, ${after.position})`;
}

/** Finds the AU of an artifact whose deletion is in an unshipped journal line. */
export async function findPendingDeletion(
  db: Kysely<IndexSchema>,
  artifact: string,
): Promise<{ namespace: string; auid: string } | undefined> {
  const { rows } = await sql<{ namespace: string; auid: string }>`
    select namespace.name as namespace, auid from journal
    join au on au.id = journal.au_id join namespace on namespace.id = au.namespace_id
    where entry ->> 'op' in ('deleted', 'purged') and entry::jsonb -> 'artifacts' ? ${artifact}
    order by journal.id desc limit 1`.execute(db);
  return rows[0];
}

/** Journals the results of fixity checks, one line per segment. */
export async function writeCheckEntries(
  db: Kysely<IndexSchema>,
  checks: readonly { readonly segmentId: number; readonly entry: object }[],
): Promise<void> {
  if (checks.length === 0) return;
  await sql`
    insert into journal (au_id, entry)
    select au_id, entry from unnest(
      ${formatNumberArray(checks.map(({ segmentId }) => segmentId))}::bigint[],
      ${formatTextArray(checks.map(({ entry }) => JSON.stringify(entry)))}::json[]
    ) checked(segment_id, entry) join segment on segment.id = checked.segment_id`.execute(db);
}
