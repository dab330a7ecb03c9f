// Test helper: an index with a registered copy, and the changes reported to it.
import type { Database, RawCursor, RawRows } from '@holdfast/pg-kit';
import { uuidv7 } from 'uuidv7';
import type { Entry } from '../../../src/domain/record/entry.ts';
import type { CopyNews } from '../../../src/domain/replay/copy-news.ts';
import { parseSnapshot, type Snapshot } from '../../../src/domain/replay/snapshot.ts';
import { registerCopy } from '../../../src/index/replay/copies.db.ts';
import { readNewsSince } from '../../../src/index/replay/copy-news.db.ts';
import type { CopyMoment, CopyRange } from '../../../src/index/replay/copy-rows.db.ts';
import { RawCapture } from '../../../src/index/replay/raw-captures.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { recordSegment } from '../../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../../src/ingest/storing/segment.ts';
import { entry } from '../../index-database.ts';
import { until } from '../../until.ts';
import { onIndex } from '../on-index.ts';

export type Client = Parameters<RawCursor>[0];

export const never = new AbortController().signal;

/** Returns the id of a new copy. */
export async function newCopy({ kysely }: Database<IndexSchema>): Promise<string> {
  const id = uuidv7();
  await registerCopy(kysely, id, never);
  return id;
}

export async function takeSnapshot(database: Database<IndexSchema>): Promise<Snapshot> {
  const { rows } = await onIndex(database)<{ text: string }>`select pg_current_snapshot()::text as text`;
  return parseSnapshot(rows[0]!.text);
}

/** Returns a snapshot that sees every transaction begun before, also in other databases of the server. */
export async function settledSnapshot(database: Database<IndexSchema>): Promise<Snapshot> {
  const { xmax } = await takeSnapshot(database);
  let settled = await takeSnapshot(database);
  await until(async () => {
    settled = await takeSnapshot(database);
    return settled.xmin >= xmax;
  });
  return settled;
}

/** Returns the changes reported to the copy by the work: from the lowest to the highest key of each range, in order. */
export async function reportedChanges(
  database: Database<IndexSchema>,
  copy: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const since = await takeSnapshot(database);
  await work();
  return inShort((await readNewsSince(database.pool, copy, since))!);
}

export function inShort({ changes }: CopyNews): string[] {
  return changes
    .map(({ namespaceId, lowest, highest }) => (namespaceId ? `${lowest} … ${highest}` : 'everything'))
    .sort();
}

/** Returns a capture of this key. */
export function makeCapture(urlkey: string, changed: Parameters<typeof entry>[2] = {}): Entry {
  return entry(`http://a/${urlkey}`, urlkey, { urlkey, ...changed });
}

/** Stores captures as an import does. */
export async function imported(
  { kysely }: Database<IndexSchema>,
  entries: Entry[],
  { auid = 'a', namespace = 'default' } = {},
) {
  const target = await openImportTarget(kysely, { namespace, auid });
  const segment = { key: `test/${uuidv7()}`, sizeBytes: 1_000 };
  await recordSegment(kysely, { ...target, storeMs: 1, segment, entries });
  return target;
}

/** Returns the rows of a range at that moment as the bytes of their values. */
export async function rowsAt(moment: CopyMoment, range: CopyRange): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const batch of moment.rows(range)) found.push(...valuesOf(batch));
  return found;
}

function valuesOf({ bytes, starts }: RawRows): Buffer[] {
  return starts.map((start) => bytes.subarray(start, start + new RawCapture(bytes, start).valueBytes));
}
