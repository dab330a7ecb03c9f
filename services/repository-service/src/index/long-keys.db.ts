// Reads pages of artifacts with long keys, in the order of the table `long_key`.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KeyPrefixRange } from '../domain/keys/key-prefix-ranges.ts';
import type { IndexSchema } from './schema.ts';

type Sql = RawBuilder<unknown>;

/** Returns the conditions that select the key parts in the range. `value`: converts a part for the comparison. */
export function buildSpanConditions(
  { from, to }: KeyPrefixRange,
  part: Sql,
  value: (part: Buffer) => Sql,
): Sql[] {
  if (from?.inclusive && to?.inclusive && from.part.equals(to.part))
    return [sql`${part} = ${value(from.part)}`];
  return [
    ...(from ? [sql`${part} ${from.inclusive ? sql`>=` : sql`>`} ${value(from.part)}`] : []),
    ...(to ? [sql`${part} ${to.inclusive ? sql`<=` : sql`<`} ${value(to.part)}`] : []),
  ];
}

/** Returns the conditions that select the range's entries in `long_key`. `order`: name of the sort order. */
export function selectLongKeys(order: Sql, span: KeyPrefixRange): Sql[] {
  const stem = sql`long_key.stem = long_key_stem(${order}, ${span.prefix}::bytea)`;
  return [stem, ...buildSpanConditions(span, sql`long_key.part`, buildLongKeyPart)];
}

export function buildLongKeyPart(part: Buffer): Sql {
  return sql`${part}::bytea`;
}

export interface LongKeyQuery<Row> {
  /** Conditions on `long_key`. */
  readonly conditions: readonly Sql[];
  readonly backward: boolean;
  readonly limit: number;
  /** `select` of an artifact's row by `entry.artifact_id`, with its `id`. Returns no row for an excluded artifact. */
  readonly artifact: Sql;
  partOf(row: Row): Buffer;
}

/**
 * Returns rows ordered by part, rank and ID. Each branch of the query has a limit of its own; otherwise PostgreSQL
 * might read and sort all rows.
 */
export async function readLongKeyRows<Row extends { readonly id: string }>(
  db: Kysely<IndexSchema>,
  { conditions, backward, limit, artifact, partOf }: LongKeyQuery<Row>,
): Promise<Row[]> {
  const found: Row[] = [];
  const operator = backward ? sql`<` : sql`>`;
  for (let after: Sql[] = []; ; ) {
    const count = limit - found.length;
    const entries = await readEntries<Row>(db, {
      where: [...conditions, ...after],
      backward,
      count,
      artifact,
    });
    for (const entry of entries) if (entry.id !== null) found.push(entry as Row);
    if (entries.length < count || found.length === limit) return found;
    const last = entries.at(-1)!;
    const part = last.entry_part ?? partOf(last as Row);
    const place = sql`(${buildLongKeyPart(part)}, ${last.entry_rank}::bigint, ${last.entry_id}::uuid)`;
    after = [sql`(part, rank, artifact_id) ${operator} ${place}`];
  }
}

export interface LongKeyPosition {
  /** Conditions on `long_key`. */
  readonly conditions: readonly Sql[];
  readonly backward: boolean;
  /** Number of counted artifacts before the requested one. */
  readonly before: number;
  /** `select` of the `id` by `entry.artifact_id`. Returns no row for an artifact that does not count. */
  readonly counted: Sql;
}

/** Number of entries skipped per query. For a much larger number, PostgreSQL would read and sort all entries. */
const PASSED_ENTRIES = 4_000;

/**
 * Returns the ID of the artifact that follows the first `before` artifacts, in the order of part, rank and ID. Returns
 * undefined if there are fewer.
 */
export async function findLongKeyAt(
  db: Kysely<IndexSchema>,
  { conditions, backward, before, counted }: LongKeyPosition,
): Promise<string | undefined> {
  const operator = backward ? sql`<` : sql`>`;
  let left = before;
  for (let after: Sql[] = []; ; ) {
    const count = Math.min(left + 1, PASSED_ENTRIES);
    const where = sql.join([...conditions, ...after], sql` and `);
    const order = buildEntryOrder(backward);
    const last = sql`filter (where place = ${count}::bigint)`;
    const { rows } = await sql<{ counted: number; part: Buffer | null; rank: number; id: string }>`
      select count((${counted})) as counted, (array_agg(part) ${last})[1] as part,
        (array_agg(rank) ${last})[1] as rank, (array_agg(artifact_id) ${last})[1] as id
      from (
        select part, rank, artifact_id, row_number() over (${order}) as place
        from long_key where ${where} ${order} limit ${count}
      ) entry`.execute(db);
    const [passed] = rows;
    if (!passed?.part) return undefined;
    if (passed.counted > left) return passed.id;
    left -= passed.counted;
    const place = sql`(${buildLongKeyPart(passed.part)}, ${passed.rank}::bigint, ${passed.id}::uuid)`;
    after = [sql`(part, rank, artifact_id) ${operator} ${place}`];
  }
}

function buildEntryOrder(backward: boolean): Sql {
  return backward
    ? sql`order by part desc, rank desc, artifact_id desc`
    : sql`order by part, rank, artifact_id`;
}

type LongKeyEntry<Row> = (Row | Record<keyof Row, null>) & {
  /**
   * Key part of the entry if the table `artifact` has no row for it. Null otherwise, because the row then contains the
   * key.
   */
  readonly entry_part: Buffer | null;
  readonly entry_rank: number;
  readonly entry_id: string;
};

async function readEntries<Row>(
  db: Kysely<IndexSchema>,
  query: { where: readonly Sql[]; backward: boolean; count: number; artifact: Sql },
): Promise<LongKeyEntry<Row & { id: string }>[]> {
  const { where, backward, count, artifact } = query;
  const order = buildEntryOrder(backward);
  const { rows } = await sql<LongKeyEntry<Row & { id: string }>>`
    select found.*, case when found.id is null then entry.part end as entry_part, entry.rank as entry_rank,
      entry.artifact_id as entry_id
    from (
      select part, rank, artifact_id from long_key where ${sql.join(where, sql` and `)} ${order} limit ${count}
    ) entry
    left join lateral (${artifact} limit 1) found on true
    ${order}`.execute(db);
  return rows;
}
