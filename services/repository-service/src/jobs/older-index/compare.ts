// Detects changes in the object store that the index lacks. The index lacks changes if the database was restored to an
// earlier state, a lagging standby was promoted, or the database is empty. Lists only the keys of journal objects,
// which contain an epoch and the highest ID of the object's lines.
import { OlderDatabaseError } from '@holdfast/journal';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { findAbsentLines } from '../../index/history/events.db.ts';
import {
  hasNoAu,
  type IndexHistory,
  readIndexHistory,
  readLastCheckedMs,
  recordJournalCheck,
} from '../../index/keeping/epochs.db.ts';
import type { JournalLine } from '../../index/keeping/journal.db.ts';
import { readDatabaseClockMs } from '../../index/keeping/sweep.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { JOURNAL_PREFIX, type JournalKey, parseJournalKey } from '../journal/objects.ts';

export interface CompareDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
}

/** Thrown if the index is older than the object store. The message names the command that repairs the index. */
export class OlderIndexError extends OlderDatabaseError {
  override name = 'OlderIndexError';
  /** Epochs with changes that the index lacks. Empty if they cannot be determined. */
  readonly epochs: readonly string[];

  constructor(detail: string, epochs: readonly string[] = []) {
    super(
      `The index is older than the object store: ${detail}. The database was restored to an earlier state, or a standby that ` +
        'lagged was promoted. Nothing is served or stored, so that nothing is lost. Stop the service and run ' +
        './holdfast keep rebuild --replace, which sets this index aside and builds a new one from the store',
    );
    this.epochs = epochs;
  }
}

/**
 * Throws OlderIndexError if the index is older than the object store. `lines`: lines that this process committed and
 * that may not be in the store yet.
 */
export async function throwIfIndexOlder(
  deps: CompareDeps,
  lines: readonly JournalLine[] = [],
): Promise<void> {
  const startedMs = await readDatabaseClockMs(deps.db);
  await compareWithStore(deps, lines);
  const recordedMs = (await readLastCheckedMs(deps.db)) ?? Number.NEGATIVE_INFINITY;
  if (startedMs - recordedMs > RECORD_EVERY_MS) await recordJournalCheck(deps.db, startedMs);
}

/**
 * Minimum interval between two recordings of the check time. Checks run every few minutes, but a coarse time is enough,
 * because it only shortens later listings.
 */
const RECORD_EVERY_MS = 12 * 3_600_000;

/** Works like `throwIfIndexOlder`, but does not write to the database. */
export async function compareWithStore(
  { db, store }: CompareDeps,
  lines: readonly JournalLine[] = [],
): Promise<void> {
  const heads = await listJournalHeads(store, await readLastCheckedMs(db));
  // Query after listing, so that the result includes lines shipped in the meantime.
  const history = await readIndexHistory(db);
  const unknown = heads.filter((head) => !isKnown(head, history));
  const missing = await findMissingLines(db, lines, history);
  const [first] = [...unknown, ...missing];
  if (first !== undefined) {
    const epochs = new Set([...unknown, ...missing].map(({ epoch }) => epoch ?? ''));
    throw new OlderIndexError(describeDifference(first, history), [...epochs]);
  }
  if (heads.length === 0 && (await hasNoAu(db)) && (await hasSegments(store))) {
    throw new OlderIndexError('the index is empty, and the store is not');
  }
}

/**
 * Maximum number of IDs that other transactions get while one transaction is running. A transaction gets the ID of its
 * line before it commits. A failover can therefore lose a line although the index has lines with later IDs.
 */
export const MAX_CONCURRENT_IDS = 1_000;

/** Returns the lines that the index lost. Assumes that the index contains lines with much lower IDs than its last one. */
export async function findMissingLines(
  db: Executor<IndexSchema>,
  lines: readonly JournalLine[],
  { ownLastIds }: IndexHistory,
): Promise<JournalLine[]> {
  const idsAfterLast = ({ id, epoch = '' }: JournalLine) => id - (ownLastIds.get(epoch) ?? -1);
  const doubtful = lines.filter((line) => {
    const ids = idsAfterLast(line);
    return ids <= 0 && ids > -MAX_CONCURRENT_IDS;
  });
  const absent = new Set(await findAbsentLines(db, doubtful));
  return lines.filter((line) => idsAfterLast(line) > 0 || absent.has(line));
}

function isKnown({ id, epoch }: JournalKey, { lastIds, lastId }: IndexHistory): boolean {
  return id <= (epoch === undefined ? lastId : (lastIds.get(epoch) ?? -1));
}

function describeDifference(
  { id, epoch }: { readonly id: number; readonly epoch?: string | undefined },
  { lastIds, lastId }: IndexHistory,
): string {
  if (epoch === undefined) return `the state journal ends at change ${id}, the index at change ${lastId}`;
  const known = lastIds.get(epoch);
  return known === undefined
    ? `the state journal has changes of the epoch ${epoch}, which the index does not know`
    : `the state journal of the epoch ${epoch} ends at change ${id}, the index at change ${known}`;
}

/** Safety margin for clock differences. Listings start this long before the last check. */
const MARGIN_MS = 2 * 86_400_000;
const PAGE_SIZE = 1_000;

/** Returns the highest ID of each epoch in the keys of the journal objects. */
async function listJournalHeads(store: ObjectStore, checkedMs: number | undefined): Promise<JournalKey[]> {
  const heads = new Map<string | undefined, JournalKey>();
  for (let after = makeFirstJournalKey(checkedMs); ; ) {
    const objects = await store.list({ prefix: JOURNAL_PREFIX, after, limit: PAGE_SIZE });
    for (const { key } of objects) {
      const parsed = parseJournalKey(key);
      if (parsed && parsed.id > (heads.get(parsed.epoch)?.id ?? -1)) heads.set(parsed.epoch, parsed);
    }
    if (objects.length < PAGE_SIZE) return [...heads.values()];
    after = objects.at(-1)!.key;
  }
}

/**
 * Returns the key after which to list. All objects with lines that may have been lost since the last check have later
 * keys.
 */
export function makeFirstJournalKey(checkedMs: number | undefined): string {
  if (checkedMs === undefined) return JOURNAL_PREFIX;
  const day = new Date(checkedMs - MARGIN_MS).toISOString().slice(0, 10).replaceAll('-', '');
  return `${JOURNAL_PREFIX}${day}`;
}

const SEGMENTS_PREFIX = 'ns/';

async function hasSegments(store: ObjectStore): Promise<boolean> {
  return (await store.list({ prefix: SEGMENTS_PREFIX, limit: 1 })).length > 0;
}
