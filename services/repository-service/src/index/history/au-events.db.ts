// Reads the history of an AU, newest first: its imports, its fixity certificates, the events of the whole AU, and the
// events of its artifacts. One entry combines the events of the same kind from one journal line.
import { type Kysely, sql } from 'kysely';
import {
  type AuEventKind,
  auEventKinds,
  type EventDetail,
  eventKinds,
  eventScopes,
  toAuHistoryId,
} from '../../domain/artifact-event.ts';
import { formatNumberArray } from '../arrays.ts';
import type { FixityRun } from '../checks/runs.db.ts';
import { readJournalLines } from '../keeping/journal.db.ts';
import { eventsByAu } from '../migrations/first/view.ts';
import type { IndexSchema } from '../schema.ts';
import { type ListedImport, listImportsOfAu } from '../view/imports.db.ts';
import { type CertifiedAu, listCertifiedChecks } from './certified-checks.db.ts';
import { listLineEvents, type StoredEvent } from './events.db.ts';

/** Position in the history. Entries of the same millisecond are in descending order of the other members. */
export interface AuEventPosition {
  readonly atMs: number;
  /** ID of the journal line. 0 for an import or a certificate. */
  readonly lineId: number;
  /** Code of the kind of event. 0 for an import or a certificate. */
  readonly kind: number;
  /** ID of the import or of the check. Empty for an event. */
  readonly id: string;
}

export type AuEventEntry = AuEventPosition &
  (
    | { readonly event: 'imported'; readonly import: ListedImport }
    | { readonly event: 'certified'; readonly check: FixityRun }
    | {
        readonly event: AuEventKind;
        readonly detail: EventDetail;
        /** Number of artifacts. 0 for an event of the whole AU. */
        readonly artifacts: number;
        /** One of the artifacts. */
        readonly artifact: string | undefined;
      }
  );

interface Page {
  /** Position of the last entry of the previous page. */
  readonly after: AuEventPosition | undefined;
  readonly limit: number;
  readonly nowMs: number;
}

/** Maximum number of unshipped journal lines to consider. */
const MAX_PENDING = 10_000;

export async function listAuEvents(
  db: Kysely<IndexSchema>,
  au: CertifiedAu,
  page: Page,
): Promise<AuEventEntry[]> {
  // Read the lines before the table, so that a line shipped in between is read twice instead of never.
  const pending = listLineEvents(await readJournalLines(db, MAX_PENDING, au));
  const after = page.after && toRowPosition(page.after);
  const [imports, checks, stored, ofAu] = await Promise.all([
    listImportsOfAu(db, au, { ...page, after: after && { startedMs: after.atMs, id: after.id } }),
    listCertifiedChecks(db, au, { ...page, after: after && { endedMs: after.atMs, id: after.id } }),
    listStoredEvents(db, au, page),
    listEventsOfWholeAu(db, toAuHistoryId(au.namespace, au.auid), page),
  ]);
  const entries = [
    ...imports.map(toImportEntry),
    ...checks.map(toCertificateEntry),
    ...combineEvents(pending, au).filter((one) => !page.after || compareEntries(page.after, one) < 0),
    ...stored,
    ...ofAu,
  ];
  const unique = new Map(entries.map((entry) => [`${entry.lineId} ${entry.kind} ${entry.id}`, entry]));
  return [...unique.values()].sort(compareEntries).slice(0, page.limit);
}

/** Compares positions, newest first. */
export function compareEntries(a: AuEventPosition, b: AuEventPosition): number {
  const order = b.atMs - a.atMs || b.lineId - a.lineId || b.kind - a.kind;
  if (order !== 0 || a.id === b.id) return order;
  return a.id < b.id ? 1 : -1;
}

/**
 * Converts a position in the history to a position among imports or certificates, which follow the events of the same
 * millisecond.
 */
function toRowPosition({ atMs, id }: AuEventPosition) {
  return id === '' ? { atMs: atMs + 1, id: NO_UUID } : { atMs, id };
}

const NO_UUID = '00000000-0000-0000-0000-000000000000';

function toImportEntry(one: ListedImport): AuEventEntry {
  return { event: 'imported', atMs: one.startedMs, lineId: 0, kind: 0, id: one.id, import: one };
}

function toCertificateEntry(check: FixityRun): AuEventEntry {
  return { event: 'certified', atMs: check.endedMs!, lineId: 0, kind: 0, id: check.id, check };
}

/** Combines the events of each journal line by kind. Omits events that are not part of an AU's history. */
function combineEvents(
  events: readonly StoredEvent[],
  au: { readonly namespace: string; readonly auid: string },
): AuEventEntry[] {
  const wanted = events.filter(
    ({ scope, detail, kind }) =>
      isAuEventKind(kind) &&
      (scope === 'au' ||
        (scope === 'artifact' && detail.auid === au.auid && detail.namespace === au.namespace)),
  );
  const groups = Map.groupBy(wanted, ({ lineId, kind }) => `${lineId} ${kind}`);
  return [...groups.values()].map((group) => {
    const { atMs, lineId, kind, scope, subject, detail } = group[0]!;
    const isOfAu = scope === 'au';
    return {
      ...{ event: kind as AuEventKind, atMs, lineId, kind: eventKinds[kind], id: '', detail },
      ...{ artifacts: isOfAu ? 0 : group.length, artifact: isOfAu ? undefined : subject },
    };
  });
}

const isAuEventKind = (kind: string): kind is AuEventKind => KINDS.has(eventKinds[kind as AuEventKind]);

interface EventRow {
  readonly at_ms: number;
  readonly line_id: number;
  readonly kind: number;
  readonly artifacts: number;
  readonly artifact: string | null;
  readonly detail: EventDetail | null;
}

async function listStoredEvents(
  db: Kysely<IndexSchema>,
  { namespace, auid }: { readonly namespace: string; readonly auid: string },
  { after, limit }: Page,
): Promise<AuEventEntry[]> {
  // The condition on the kinds must equal the condition of the partial index. Otherwise, PostgreSQL scans the table.
  const { rows } = await sql<EventRow>`
    select at_ms, line_id, kind, count(*) as artifacts, min(subject::text) as artifact,
      (array_agg(detail order by position))[1] as detail
    from event
    where ${sql.raw(eventsByAu.key)} = hashtextextended(${auid}, 0) and ${sql.raw(eventsByAu.condition)}
      and detail ->> 'auid' = ${auid} and detail ->> 'namespace' = ${namespace}
      and scope = ${eventScopes.artifact} and kind = any(${CODES}::smallint[]) and ${isOlder(after)}
    group by at_ms, line_id, kind
    order by at_ms desc, line_id desc, kind desc limit ${limit}`.execute(db);
  return rows.map(toEventEntry);
}

async function listEventsOfWholeAu(
  db: Kysely<IndexSchema>,
  subject: string,
  { after, limit }: Page,
): Promise<AuEventEntry[]> {
  const { rows } = await sql<EventRow>`
    select at_ms, line_id, kind, 0 as artifacts, null as artifact, detail from event
    where subject = ${subject}::uuid and scope = ${eventScopes.au} and kind = any(${CODES}::smallint[])
      and ${isOlder(after)}
    order by at_ms desc, line_id desc, kind desc limit ${limit}`.execute(db);
  return rows.map(toEventEntry);
}

const isOlder = (after: AuEventPosition | undefined) =>
  after === undefined
    ? sql`true`
    : sql`(at_ms, line_id, kind) < (${after.atMs}, ${after.lineId}, ${after.kind})`;

const KINDS = new Map<number, AuEventKind>(auEventKinds.map((kind) => [eventKinds[kind], kind]));
const CODES = formatNumberArray([...KINDS.keys()]);

function toEventEntry({ at_ms, line_id, kind, artifacts, artifact, detail }: EventRow): AuEventEntry {
  return {
    ...{ event: KINDS.get(kind)!, atMs: at_ms, lineId: line_id, kind, id: '' },
    ...{ detail: detail ?? {}, artifacts, artifact: artifact ?? undefined },
  };
}
