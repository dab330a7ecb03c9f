// Reads which key ranges have changed since a snapshot. The statement takes one round trip, runs thousands of
// times a second, and mostly returns no changes.
import { type ConnectionSource, preparedRaw, type RawRows, RowLayout } from '@holdfast/pg-kit';
import type { CopyNews, KeyChange } from '../../domain/replay/copy-news.ts';
import { parseSnapshot, type Snapshot } from '../../domain/replay/snapshot.ts';

/**
 * Returns undefined if the copy must start again: it is unknown, was not seen for so long that changes may be
 * missing, or has missed too many changes.
 */
export async function readNewsSince(
  source: ConnectionSource,
  id: string,
  since: Snapshot,
): Promise<CopyNews | undefined> {
  return newsOf(await news(source, [id, ...placeOf(since)]));
}

export interface LeaseRequest {
  /** A holder's leases follow each other; other holders' leases must not overlap them. */
  readonly holder: string;
  /**
   * Duration in milliseconds from the request, at most 1,000. Uses the database's clock: a clock that jumps
   * forward ends a lease early.
   */
  readonly ms: number;
}

/**
 * Takes a lease unless a transaction is about to commit a change or another process is taking a lease. Until
 * the lease ends, no change other than the returned ones is committed. Writers wait for the end of the lease,
 * so it must be short.
 */
export async function takeLease(
  source: ConnectionSource,
  id: string,
  since: Snapshot,
  { holder, ms }: LeaseRequest,
): Promise<CopyNews | undefined> {
  return newsOf(await lease(source, [id, ...placeOf(since), holder, ms]));
}

/** The database returns at most one more than this. */
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
/** Has the columns of `newsLayout` in the same positions, so that rows are read in the same way. */
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

/** Columns that do not describe a change are the same in all rows. */
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
