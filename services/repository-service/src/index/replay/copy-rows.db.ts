// Reads the content of a copy: the captures of key ranges in one snapshot, completely ordered, as the bytes
// that PostgreSQL sends.
import { type ConnectionSource, inSnapshot, type RawRows, rawCursor } from '@holdfast/pg-kit';
import { parseSnapshot, type Snapshot } from '../../domain/replay/snapshot.ts';
import { captureLayout } from './raw-captures.ts';

/** A range of keys by their heads, in byte order. Both bounds are shorter than a head. */
export interface CopyRange {
  readonly namespaceId: number;
  /** Inclusive. */
  readonly from: string;
  /** Exclusive; undefined: no upper bound. */
  readonly below: string | undefined;
}

export interface CopyMoment {
  /** The rows contain exactly the changes that this snapshot sees. */
  readonly snapshot: Snapshot;
  /**
   * Returns rows by urlkey, time and id, in batches. Each row has the values of RawCapture. Read each range
   * to its end, or abandon it, before the next one.
   */
  rows(range: CopyRange): AsyncIterable<RawRows>;
}

/** Runs `work` in a transaction with one snapshot. `work` must not pause for long between batches. */
export function copyRows<Result>(
  source: ConnectionSource,
  work: (moment: CopyMoment) => Promise<Result>,
): Promise<Result> {
  return inSnapshot(source, async (client) => {
    // Rows come in index order and are sorted only within each head: sorting all rows would exceed the
    // statement timeout.
    const { rows } = await client.query<{ snapshot: string }>(
      `select pg_current_snapshot()::text as snapshot, set_config('enable_sort', 'off', true),
         set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
    );
    return work({
      snapshot: parseSnapshot(rows[0]!.snapshot),
      rows: ({ namespaceId, from, below }) =>
        below === undefined
          ? toTheEnd(client, [namespaceId, from])
          : within(client, [namespaceId, from, below]),
    });
  });
}

const ordered = (bounds: string) => `
  select ${captureLayout.select} from artifact
  where namespace_id = $1::integer and key_head(urlkey) >= $2::text ${bounds} and committed
  order by key_head(urlkey), urlkey, collection_ms, id`;

const toTheEnd = rawCursor('copied_to_the_end', ordered(''));
const within = rawCursor('copied_within', ordered('and key_head(urlkey) < $3::text'));
