// Rows by a long key, in its order: page after page of `long_key` in the order of its index, each entry with its artifact.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KeySpan } from '../domain/keys/key-spans.ts';
import type { IndexSchema } from './schema.ts';

type Sql = RawBuilder<unknown>;

/** The conditions by which a part is one of the span's. `value`: a part as it is compared there. */
export function withinSpan({ from, to }: KeySpan, part: Sql, value: (part: Buffer) => Sql): Sql[] {
  if (from?.inclusive && to?.inclusive && from.part.equals(to.part))
    return [sql`${part} = ${value(from.part)}`];
  return [
    ...(from ? [sql`${part} ${from.inclusive ? sql`>=` : sql`>`} ${value(from.part)}`] : []),
    ...(to ? [sql`${part} ${to.inclusive ? sql`<=` : sql`<`} ${value(to.part)}`] : []),
  ];
}

/** Entries of the span. `order`: the name of the order (see the migration) as text. */
export function longKeysOf(order: Sql, span: KeySpan): Sql[] {
  const stem = sql`long_key.stem = long_key_stem(${order}, ${span.prefix}::bytea)`;
  return [stem, ...withinSpan(span, sql`long_key.part`, longKeyPart)];
}

export function longKeyPart(part: Buffer): Sql {
  return sql`${part}::bytea`;
}

export interface LongKeyQuery<Row> {
  /** Of `long_key`. */
  readonly conditions: readonly Sql[];
  readonly backward: boolean;
  readonly limit: number;
  /** A `select` of one artifact's row, by `entry.artifact_id`; nothing where it is left out. With the column `id`. */
  readonly artifact: Sql;
  partOf(row: Row): Buffer;
}

/**
 * Rows of the artifacts, by part, rank and id. Each query is bounded in itself, so that PostgreSQL need not guess whether
 * it is better to read all there is and sort it.
 */
export async function longKeyRows<Row extends { readonly id: string }>(
  db: Kysely<IndexSchema>,
  { conditions, backward, limit, artifact, partOf }: LongKeyQuery<Row>,
): Promise<Row[]> {
  const found: Row[] = [];
  const operator = backward ? sql`<` : sql`>`;
  for (let after: Sql[] = []; ; ) {
    const count = limit - found.length;
    const entries = await page<Row>(db, { where: [...conditions, ...after], backward, count, artifact });
    for (const entry of entries) if (entry.id !== null) found.push(entry as Row);
    if (entries.length < count || found.length === limit) return found;
    const last = entries.at(-1)!;
    const part = last.entry_part ?? partOf(last as Row);
    const place = sql`(${longKeyPart(part)}, ${last.entry_rank}::bigint, ${last.entry_id}::uuid)`;
    after = [sql`(part, rank, artifact_id) ${operator} ${place}`];
  }
}

export interface LongKeyPosition {
  /** Of `long_key`. */
  readonly conditions: readonly Sql[];
  readonly backward: boolean;
  /** So many that count come before the one that is wanted. */
  readonly before: number;
  /** A `select` of the `id` of one artifact that counts, by `entry.artifact_id`. */
  readonly counted: Sql;
}

/** Entries passed over by one query. Many more, and PostgreSQL would rather read and sort them all. */
const PASSED_ENTRIES = 4_000;

/** Id of the artifact that has so many before it, by part, rank and id; undefined when there are not so many. */
export async function longKeyAt(
  db: Kysely<IndexSchema>,
  { conditions, backward, before, counted }: LongKeyPosition,
): Promise<string | undefined> {
  const operator = backward ? sql`<` : sql`>`;
  let left = before;
  for (let after: Sql[] = []; ; ) {
    const count = Math.min(left + 1, PASSED_ENTRIES);
    const where = sql.join([...conditions, ...after], sql` and `);
    const order = entryOrder(backward);
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
    const place = sql`(${longKeyPart(passed.part)}, ${passed.rank}::bigint, ${passed.id}::uuid)`;
    after = [sql`(part, rank, artifact_id) ${operator} ${place}`];
  }
}

function entryOrder(backward: boolean): Sql {
  return backward
    ? sql`order by part desc, rank desc, artifact_id desc`
    : sql`order by part, rank, artifact_id`;
}

type Entry<Row> = (Row | Record<keyof Row, null>) & {
  /** Where the artifact is left out. */
  readonly entry_part: Buffer | null;
  readonly entry_rank: number;
  readonly entry_id: string;
};

async function page<Row>(
  db: Kysely<IndexSchema>,
  query: { where: readonly Sql[]; backward: boolean; count: number; artifact: Sql },
): Promise<Entry<Row & { id: string }>[]> {
  const { where, backward, count, artifact } = query;
  const order = entryOrder(backward);
  const { rows } = await sql<Entry<Row & { id: string }>>`
    select found.*, case when found.id is null then entry.part end as entry_part, entry.rank as entry_rank,
      entry.artifact_id as entry_id
    from (
      select part, rank, artifact_id from long_key where ${sql.join(where, sql` and `)} ${order} limit ${count}
    ) entry
    left join lateral (${artifact} limit 1) found on true
    ${order}`.execute(db);
  return rows;
}
