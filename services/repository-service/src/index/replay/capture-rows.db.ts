// Parts of queries of the replay index: row sources, columns, conditions, and conversion of rows to captures. The index
// `artifact_in_replay_order` contains the first 500 characters of each key and the time. `long_key` contains the rest
// of longer keys.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type KeyPrefixRange,
  listKeyPrefixRanges,
  toKeyPrefixRange,
} from '../../domain/keys/key-prefix-ranges.ts';
import { type Capture, captureFields, type Direction } from '../../domain/replay/capture.ts';
import type { CaptureScope, KeyMatch } from '../../domain/replay/capture-index.ts';
import { buildLongKeyPart, buildSpanConditions, selectLongKeys } from '../long-keys.db.ts';
import type { IndexSchema } from '../schema.ts';
import { LENGTH_EXPRESSION } from './raw-captures.ts';

type Sql = RawBuilder<unknown>;

/** Table and conditions for reading the captures of a key range, ordered by key part, time and ID. */
export interface CaptureSource {
  readonly table: Sql;
  readonly part: Sql;
  readonly ms: Sql;
  readonly id: Sql;
  /** Converts a key part for comparisons in this source. */
  value(part: Buffer): Sql;
  /** Conditions that select the captures of the range. */
  readonly conditions: readonly Sql[];
}

export function toCaptureSource(namespace: string, span: KeyPrefixRange): CaptureSource {
  const ofNamespace = sql`(select namespace.id from namespace where name = ${namespace})`;
  if (span.prefix.length === 0) {
    const part = sql`key_head(urlkey)`;
    const value = (bytes: Buffer) => sql`${bytes.toString()}::text`;
    const conditions = [sql`namespace_id = ${ofNamespace}`, ...buildSpanConditions(span, part, value)];
    return { table: sql`artifact`, part, ms: sql`collection_ms`, id: sql`id`, value, conditions };
  }
  return {
    table: sql`long_key join artifact on artifact.id = long_key.artifact_id`,
    part: sql`long_key.part`,
    ms: sql`long_key.rank`,
    id: sql`long_key.artifact_id`,
    value: buildLongKeyPart,
    conditions: selectLongKeys(sql`'replay ' || ${ofNamespace}`, span),
  };
}

/** Returns sources that together contain each matching capture exactly once. */
export function listCaptureSources(namespace: string, match: KeyMatch): CaptureSource[] {
  const spans = 'key' in match ? [toKeyPrefixRange(match.key)] : listKeyPrefixRanges(match);
  return spans.map((span) => toCaptureSource(namespace, span));
}

export async function selectCaptures(
  db: Kysely<IndexSchema>,
  { table, conditions }: Pick<CaptureSource, 'table' | 'conditions'>,
  orderAndLimit: Sql,
): Promise<Capture[]> {
  const { rows } = await sql<CaptureRow>`
    select ${captureColumns} from ${table} where ${joinConditions(conditions)} ${orderAndLimit}`.execute(db);
  return rows.map(toCapture);
}

/** Columns, named like the fields of captures. */
export const captureColumns = sql.raw(
  [
    'artifact.id',
    ...captureFields.map(({ type, column, capture }) =>
      type === 'sha1' ? `encode(${column}, 'hex') as "${capture}"` : `${column} as "${capture}"`,
    ),
    `${LENGTH_EXPRESSION} as "lengthBytes"`,
  ].join(', '),
);

export type CaptureRow = { readonly [Name in keyof Capture]: Capture[Name] | null } & Pick<
  Capture,
  'id' | 'urlkey'
>;

/** Converts a row to a capture, and null to undefined. */
export function toCapture(row: CaptureRow): Capture {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value ?? undefined]),
  ) as unknown as Capture;
}

/** Returns the conditions for the source's committed captures within the time bounds. */
export function buildTimeConditions(
  source: CaptureSource,
  { fromMs, toMs }: Pick<CaptureScope, 'fromMs' | 'toMs'>,
): CaptureSource {
  const { conditions, ms } = source;
  return { ...source, conditions: [...conditions, sql`committed`, ...buildTimeBounds(ms, { fromMs, toMs })] };
}

export function buildTimeBounds(ms: Sql, { fromMs, toMs }: Pick<CaptureScope, 'fromMs' | 'toMs'>): Sql[] {
  return [
    ...(fromMs === undefined ? [] : [sql`${ms} >= ${fromMs}::bigint`]),
    ...(toMs === undefined ? [] : [sql`${ms} <= ${toMs}::bigint`]),
  ];
}

export function addConditions(source: CaptureSource, conditions: readonly Sql[]): CaptureSource {
  return { ...source, conditions: [...source.conditions, ...conditions] };
}

export function joinConditions(conditions: readonly Sql[]): Sql {
  return sql.join(conditions, sql` and `);
}

export function chooseComparison(direction: Direction): Sql {
  return direction === 'forward' ? sql`>` : sql`<`;
}
