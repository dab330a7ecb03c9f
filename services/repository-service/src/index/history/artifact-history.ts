// History of an artifact: its own events, the events of its AU, and the events of each segment while the segment
// contained the artifact's record.
import type { Kysely } from 'kysely';
import { type EventKind, toAuHistoryId, toHomeSegmentHistoryId } from '../../domain/artifact-event.ts';
import { readJournalLines } from '../keeping/journal.db.ts';
import type { IndexSchema } from '../schema.ts';
import {
  compareEventKeys,
  countEvents,
  type EventInterval,
  type EventKey,
  findPendingDeletion,
  listEvents,
  listEventsByKind,
  listLineEvents,
  type StoredEvent,
} from './events.db.ts';

type Db = Kysely<IndexSchema>;

export interface HistorySubject {
  readonly artifact: string;
  readonly namespace: string;
  readonly auid: string;
}

export interface ArtifactHistory {
  /** Returns the first events after a key. */
  list(page: { after: EventKey | undefined; limit: number }): Promise<StoredEvent[]>;
  count(): Promise<number>;
}

/** Returns the subject's events of certain kinds, in order. */
interface EventLookup {
  ofKinds(
    scope: StoredEvent['scope'],
    subject: string,
    kinds: readonly EventKind[],
  ): Promise<readonly StoredEvent[]>;
}

/** Events in the table `event`, combined with events of journal lines that are not in the table yet. */
class EventSource implements EventLookup {
  readonly #db: Db;
  readonly #pending: readonly StoredEvent[];

  constructor(db: Db, pending: readonly StoredEvent[]) {
    this.#db = db;
    this.#pending = pending;
  }

  async ofKinds(scope: StoredEvent['scope'], subject: string, kinds: readonly EventKind[]) {
    const stored = await listEventsByKind(this.#db, scope, [subject], kinds);
    const pending = this.#pending.filter(
      (event) => event.scope === scope && event.subject === subject && kinds.includes(event.kind),
    );
    return mergeEvents(stored, pending);
  }

  async list(
    intervals: readonly EventInterval[],
    { after, limit }: { after: EventKey | undefined; limit: number },
  ): Promise<StoredEvent[]> {
    const stored = await listEvents(this.#db, intervals, { after, limit });
    const pending = this.#listPending(intervals).filter(
      (event) => !after || compareEventKeys(event, after) > 0,
    );
    return mergeEvents(stored, pending).slice(0, limit);
  }

  async count(intervals: readonly EventInterval[]): Promise<number> {
    return (await countEvents(this.#db, intervals)) + this.#listPending(intervals).length;
  }

  #listPending(intervals: readonly EventInterval[]): StoredEvent[] {
    return this.#pending.filter((event) => intervals.some((interval) => isEventInInterval(event, interval)));
  }
}

/** Merges the events and removes duplicates: a line that was shipped between the two queries is in both results. */
function mergeEvents(stored: readonly StoredEvent[], pending: readonly StoredEvent[]): StoredEvent[] {
  const all = new Map([...stored, ...pending].map((event) => [formatEventKey(event), event]));
  return [...all.values()].sort(compareEventKeys);
}

const formatEventKey = ({ atMs, lineId, position }: EventKey) => `${atMs} ${lineId} ${position}`;

export function isEventInInterval(
  event: StoredEvent,
  { scope, subject, after, until }: EventInterval,
): boolean {
  if (event.scope !== scope || event.subject !== subject) return false;
  if (after && compareEventKeys(event, after) <= 0) return false;
  return !until || compareEventKeys(event, until) <= 0;
}

/** Maximum number of unshipped journal lines to consider. */
const MAX_PENDING = 10_000;

export async function openArtifactHistory(db: Db, subject: HistorySubject): Promise<ArtifactHistory> {
  const { artifact, namespace, auid } = subject;
  // Read the lines before the table, so that a line shipped in between is read twice instead of never.
  const pending = listLineEvents(await readJournalLines(db, MAX_PENDING, { namespace, auid }));
  const source = new EventSource(db, pending);
  const intervals = await findEventIntervals(source, artifact, toAuHistoryId(namespace, auid));
  return { list: (page) => source.list(intervals, page), count: () => source.count(intervals) };
}

/** Kinds of events after which the artifact's record may be in another segment. */
const TURNS: readonly EventKind[] = ['stored', 'repaired', 'deleted', 'purged', 'restored'];
/** Maximum number of segments through which a record is tracked. */
const MAX_MOVES = 1_000;

export async function findEventIntervals(
  source: EventLookup,
  artifact: string,
  au: string,
): Promise<EventInterval[]> {
  const own = await source.ofKinds('artifact', artifact, TURNS);
  const turns = own.filter(({ kind, detail }) => kind !== 'repaired' || detail.segment !== undefined);
  const isDerived = turns.every(({ kind }) => kind !== 'stored');
  const home = toHomeSegmentHistoryId(artifact);
  const periods: Period[] = isDerived ? [{ segment: home, after: undefined, until: turns[0] }] : [];
  for (const [i, turn] of turns.entries()) {
    const { segment } = turn.detail;
    if (segment !== undefined) periods.push({ segment, after: makeLineEnd(turn), until: turns[i + 1] });
  }
  const [first] = isDerived ? await source.ofKinds('segment', home, ['stored']) : turns;
  const intervals: EventInterval[] = [
    { scope: 'artifact', subject: artifact, after: undefined, until: undefined },
    { scope: 'au', subject: au, after: first, until: undefined },
  ];
  for (const period of periods) intervals.push(...(await followMoves(source, period)));
  return intervals;
}

interface Period {
  readonly segment: string;
  readonly after: EventKey | undefined;
  readonly until: EventKey | undefined;
}

/** Tracks a record through merges. Compaction moves a segment's records together, so the segment's events suffice. */
async function followMoves(source: EventLookup, period: Period): Promise<EventInterval[]> {
  const intervals: EventInterval[] = [];
  let { segment, after } = period;
  for (let moves = 0; moves < MAX_MOVES; moves++) {
    const interval = { scope: 'segment' as const, subject: segment, after, until: period.until };
    const moved = (await source.ofKinds('segment', segment, ['moved'])).find((event) =>
      isEventInInterval(event, interval),
    );
    intervals.push(moved ? { ...interval, until: moved } : interval);
    if (moved?.detail.segment === undefined) break;
    segment = moved.detail.segment;
    after = makeLineEnd(moved);
  }
  return intervals;
}

function makeLineEnd({ atMs, lineId }: EventKey): EventKey {
  return { atMs, lineId, position: 2 ** 31 - 1 };
}

/** Finds the AU of a deleted or purged artifact. Returns undefined if no such deletion is recorded in the namespace. */
export async function findRemovedArtifact(
  db: Db,
  { namespace, artifact }: { namespace: string; artifact: string },
): Promise<HistorySubject | undefined> {
  const pending = await findPendingDeletion(db, artifact);
  if (pending?.namespace === namespace) return { artifact, ...pending };
  const deletions = await listEventsByKind(db, 'artifact', [artifact], ['deleted', 'purged']);
  const { auid } = deletions.findLast(({ detail }) => detail.namespace === namespace)?.detail ?? {};
  return auid === undefined ? undefined : { artifact, namespace, auid };
}
