// Reads the histories of many artifacts for exports. Reads the events of each segment and AU only once.
import type { Kysely } from 'kysely';
import { type EventKind, eventKinds, toAuHistoryId } from '../../domain/artifact-event.ts';
import type { IndexSchema } from '../schema.ts';
import { findEventIntervals, type HistorySubject, isEventInInterval } from './artifact-history.ts';
import { compareEventKeys, listEventsByKind, type StoredEvent } from './events.db.ts';

type StoredEventScope = StoredEvent['scope'];

const ALL_KINDS = Object.keys(eventKinds) as EventKind[];
/** Number of cached segments and AUs above which the next batch starts with an empty cache. */
const MAX_CACHED = 1_000;

export class BatchHistory {
  readonly #db: Kysely<IndexSchema>;
  #own = new Map<string, StoredEvent[]>();
  readonly #shared = new Map<string, Promise<StoredEvent[]>>();

  constructor(db: Kysely<IndexSchema>) {
    this.#db = db;
  }

  /** Returns the events of each artifact, in order. Omits events of unshipped journal lines. */
  async list(subjects: readonly HistorySubject[]): Promise<Map<string, StoredEvent[]>> {
    const ids = subjects.map(({ artifact }) => artifact);
    const own = await listEventsByKind(this.#db, 'artifact', ids, ALL_KINDS);
    this.#own = Map.groupBy(own, ({ subject }) => subject);
    if (this.#shared.size > MAX_CACHED) this.#shared.clear();
    const histories = new Map<string, StoredEvent[]>();
    for (const { artifact, namespace, auid } of subjects) {
      const intervals = await findEventIntervals(this, artifact, toAuHistoryId(namespace, auid));
      const events: StoredEvent[] = [];
      for (const interval of intervals) {
        const all = await this.#listOfScope(interval.scope, interval.subject);
        events.push(...all.filter((event) => isEventInInterval(event, interval)));
      }
      histories.set(artifact, events.sort(compareEventKeys));
    }
    return histories;
  }

  async ofKinds(
    scope: StoredEventScope,
    subject: string,
    kinds: readonly EventKind[],
  ): Promise<StoredEvent[]> {
    return (await this.#listOfScope(scope, subject)).filter(({ kind }) => kinds.includes(kind));
  }

  #listOfScope(scope: StoredEventScope, subject: string): Promise<StoredEvent[]> | StoredEvent[] {
    if (scope === 'artifact') return this.#own.get(subject) ?? [];
    const name = `${scope} ${subject}`;
    const found = this.#shared.get(name) ?? listEventsByKind(this.#db, scope, [subject], ALL_KINDS);
    this.#shared.set(name, found);
    return found;
  }
}
