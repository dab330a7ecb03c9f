// What a copy of the replay index holds: the captures of ranges of keys at one moment, in complete order, as the bytes that
// PostgreSQL sends.
import { type ConnectionSource, inSnapshot, type RawRows, rawCursor } from '@holdfast/pg-kit';
import { parseSnapshot, type Snapshot } from '../../domain/replay/snapshot.ts';
import { captureLayout } from './raw-captures.ts';

/** Keys by their heads, in byte order. Both bounds are shorter than a head. */
export interface CopyRange {
  readonly namespaceId: number;
  /** Inclusive. */
  readonly from: string;
  /** Exclusive; undefined: to the end. */
  readonly below: string | undefined;
}

export interface CopyMoment {
  /** The rows have the changes that it sees, and no others. */
  readonly snapshot: Snapshot;
  /**
   * By urlkey, time and id; each row has the values of RawCapture. A batch at a time. Ranges are read one after the other,
   * each to its end or given up.
   */
  rows(range: CopyRange): AsyncIterable<RawRows>;
}

/** Runs `work` in a transaction that sees one moment. It must not wait for long between batches. */
export function copyRows<Result>(
  source: ConnectionSource,
  work: (moment: CopyMoment) => Promise<Result>,
): Promise<Result> {
  return inSnapshot(source, async (client) => {
    // In the order of the index, and sorted within each head only: to sort all would take longer than a statement may.
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
