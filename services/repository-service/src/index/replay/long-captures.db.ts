// Reads captures with keys of at least 500 characters from `long_key`, in index order.
import { type Kysely, sql } from 'kysely';
import { getKeyPart, type KeyPrefixRange, toKeyPrefixRange } from '../../domain/keys/key-prefix-ranges.ts';
import type { Capture } from '../../domain/replay/capture.ts';
import type {
  CaptureScope,
  CaptureTimeBounds,
  Page,
  SpanCursor,
  SurroundingCaptures,
  TimeAndId,
} from '../../domain/replay/capture-index.ts';
import { readLongKeyRows } from '../long-keys.db.ts';
import type { IndexSchema } from '../schema.ts';
import {
  buildTimeBounds,
  type CaptureRow,
  captureColumns,
  chooseComparison,
  toCapture,
  toCaptureSource,
} from './capture-rows.db.ts';
import { removePassedTimeBound } from './captures-by-time.db.ts';

export function findLongKeyCaptures(
  db: Kysely<IndexSchema>,
  whole: CaptureScope,
  key: string,
  { direction, after, limit }: Page<TimeAndId>,
): Promise<Capture[]> {
  const scope = removePassedTimeBound(whole, direction, after);
  const span = toKeyPrefixRange(key);
  return findLongSpanCaptures(db, scope, span, {
    direction,
    after: after && { part: span.from.part, at: after },
    limit,
  });
}

export async function findLongCapturesAround(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  key: string,
  { earlierToMs, laterFromMs }: CaptureTimeBounds,
  limit: number,
): Promise<SurroundingCaptures> {
  const before = { ...scope, toMs: Math.min(earlierToMs, scope.toMs ?? earlierToMs) };
  const behind = { ...scope, fromMs: Math.max(laterFromMs, scope.fromMs ?? laterFromMs) };
  const page = { after: undefined, limit };
  return {
    earlier: await findLongKeyCaptures(db, before, key, { direction: 'backward', ...page }),
    later: await findLongKeyCaptures(db, behind, key, { direction: 'forward', ...page }),
  };
}

export async function findLongSpanCaptures(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  whole: KeyPrefixRange,
  { direction, after, limit }: Page<SpanCursor>,
): Promise<Capture[]> {
  // Drop the time bound before the cursor. Otherwise PostgreSQL might start the index scan at the bound instead of the
  // cursor.
  const passed = direction === 'forward' ? { from: undefined } : { to: undefined };
  const span = after ? { ...whole, ...passed } : whole;
  const { part, ms, id, value, conditions } = toCaptureSource(scope.namespace, span);
  const operator = chooseComparison(direction);
  const at = after?.at;
  const behindCursor = at
    ? sql`(${part}, ${ms}, ${id}) ${operator} (${value(after.part)}, ${at.collectionMs}::bigint, ${at.id}::uuid)`
    : after && sql`${part} ${operator} ${value(after.part)}`;
  const rows = await readLongKeyRows<CaptureRow>(db, {
    conditions: [...conditions, ...buildTimeBounds(ms, scope), ...(behindCursor ? [behindCursor] : [])],
    backward: direction === 'backward',
    limit,
    artifact: sql`select ${captureColumns} from artifact where artifact.id = entry.artifact_id and committed`,
    partOf: (row) => getKeyPart(row.urlkey, span),
  });
  return rows.map(toCapture);
}
