// What a copy of the replay index is told: which ranges of keys have changed since a snapshot, in one round trip of a
// statement that is asked thousands of times a second and mostly has nothing to tell.
import { type ConnectionSource, preparedRaw, type RawRows, RowLayout } from '@holdfast/pg-kit';
import type { CopyNews, KeyChange } from '../../domain/replay/copy-news.ts';
import { parseSnapshot, type Snapshot } from '../../domain/replay/snapshot.ts';

/**
 * Undefined: the copy is not known any more, was not seen for so long that it may not be told of all, or has missed so much
 * that it is told nothing of it. Then it begins anew.
 */
export async function newsSince(
  source: ConnectionSource,
  id: string,
  since: Snapshot,
): Promise<CopyNews | undefined> {
  return newsOf(await news(source, [id, ...placeOf(since)]));
}

export interface LeaseWish {
  /** Its leases follow each other; others' are apart. */
  readonly holder: string;
  /**
   * From when it was asked; 1,000 at most. By the database's clock: one that jumps forward ends a lease early.
   */
  readonly ms: number;
}

/**
 * Takes a lease if nobody is about to commit a change, nor is just taking one. Then no change but these is committed before
 * it is over. Every transaction that wants to waits for it, so that it must be short.
 */
export async function leaseAndNews(
  source: ConnectionSource,
  id: string,
  since: Snapshot,
  { holder, ms }: LeaseWish,
): Promise<CopyNews | undefined> {
  return newsOf(await lease(source, [id, ...placeOf(since), holder, ms]));
}

/** The database gives one more than these. */
const MOST_CHANGES = 50_000;

const changeColumns = {
  snapshot: 'text',
  beat: 'bigint',
  xid: 'bigint?',
  namespace_id: 'integer?',
  lowest: 'text?',
  highest: 'text?',
} as const;
const newsLayout = new RowLayout({ leased: ['boolean', 'false'], ...changeColumns });
/** As `newsLayout`, whose rows are read in the same way. */
const leaseLayout = new RowLayout({ leased: 'boolean', ...changeColumns });

const news = preparedRaw(
  'news_of_replay',
  `select ${newsLayout.select} from replay_news($1::uuid, $2::xid8, $3::xid8[])`,
);

const lease = preparedRaw(
  'lease_and_news_of_replay',
  `select ${leaseLayout.select} from replay_lease_and_news($4::uuid, $5::integer, $1::uuid, $2::xid8, $3::xid8[])`,
);

function placeOf({ xmax, inProgress }: Snapshot): [string, string[]] {
  return [String(xmax), Array.from(inProgress, String)];
}

/** What is not of a change is the same in all rows. */
function newsOf({ bytes, starts }: RawRows): CopyNews | undefined {
  if (starts[0] === undefined || starts.length > MOST_CHANGES) return undefined;
  const { leased, snapshot, beat, xid } = newsLayout.read(bytes, starts[0]);
  const changes = xid === undefined ? [] : starts.map((start) => changeAt(bytes, start));
  return { snapshot: parseSnapshot(snapshot), beat, changes, leased };
}

function changeAt(bytes: Buffer, start: number): KeyChange {
  const { xid, namespace_id: namespaceId, lowest = '', highest = '' } = newsLayout.read(bytes, start);
  return { xid: BigInt(xid!), namespaceId, lowest, highest };
}
