// Indexes in whose place others come, in a table that is in use: these are built beside those who write, outside of any
// transaction, and begun anew where a build was cut off. The old ones go later, when no replica asks them any more.
import type { Database } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { keyHead, keyHeadFunction, replayOrder } from './migrations/0020-key-head.ts';
import type { IndexSchema } from './schema.ts';

interface Replacement {
  readonly old: string;
  /** Behind `create index … on`. */
  readonly on: string;
  /** The function by which queries name what it is of, and the body that makes them ask this index by it. */
  readonly named?: { readonly by: string; readonly body: string; define(body: string): string };
}

const replacements = {
  artifact_by_digest_in_parts: {
    old: 'artifact_by_digest',
    on: 'artifact (digest_part, substring(sha1 from 1 for 5))',
  },
  artifact_by_coarse_time: {
    old: 'artifact_by_time',
    on: 'artifact (namespace_id, (collection_ms >> 16))',
  },
  artifact_in_replay_order: {
    old: 'artifact_for_replay',
    on: replayOrder,
    named: { by: 'key_head', body: keyHead, define: keyHeadFunction },
  },
} satisfies Record<string, Replacement>;

export type NewIndex = keyof typeof replacements;

type Pool = Database<IndexSchema>['pool'];

/** Builds what is not there, or not whole. Answers the names. By one at a time; it ends soon after the signal has aborted. */
export async function buildNewIndexes(pool: Pool, signal: AbortSignal): Promise<string[]> {
  return withoutTimeLimit(pool, signal, async (run) => {
    const built: string[] = [];
    for (const [name, { on }] of Object.entries(replacements)) {
      const [found] = await run('select indisvalid from pg_index where indexrelid = to_regclass($1)', [name]);
      if (found?.indisvalid) continue;
      await run(`drop index concurrently if exists ${name}`);
      await run(`create index concurrently ${name} on ${on}`);
      built.push(name);
    }
    // What is indexed by an expression is unknown until then.
    if (built.length > 0) await run('analyze artifact');
    for (const { named } of Object.values<Replacement>(replacements)) if (named) await name(run, named);
    return built;
  });
}

/** Sessions that are open make their plans anew when a function changes that is part of them. */
async function name(run: Run, { by, body, define }: NonNullable<Replacement['named']>): Promise<void> {
  const [found] = await run('select prosrc from pg_proc where oid = to_regproc($1)', [by]);
  if (!String(found?.prosrc).includes(body)) await run(define(body));
}

/** Drops what has a whole index in its place. Answers the names. By one at a time, as above. */
export async function dropOldIndexes(pool: Pool, signal: AbortSignal): Promise<string[]> {
  return withoutTimeLimit(pool, signal, async (run) => {
    const names = Object.keys(replacements);
    const old = Object.values(replacements).map((one) => one.old);
    const found = await run(
      `select old from unnest($1::text[], $2::text[]) replaced(name, old)
       join pg_index on indexrelid = to_regclass(name) and indisvalid
       where to_regclass(old) is not null`,
      [names, old],
    );
    for (const one of found) await run(`drop index concurrently if exists ${one.old}`);
    return found.map((one) => String(one.old));
  });
}

type Run = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** On a connection whose statements may take as long as they take, but not longer than until the signal aborts. */
async function withoutTimeLimit<Result>(
  pool: Pool,
  signal: AbortSignal,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const run: Run = async (statement, values) => {
    signal.throwIfAborted();
    return (await client.query<Record<string, unknown>>(statement, values)).rows;
  };
  let cancel: (() => unknown) | undefined;
  try {
    const [session] = await run(
      `select pg_backend_pid() as pid, set_config('statement_timeout', '0', false)`,
    );
    cancel = () => pool.query('select pg_cancel_backend($1)', [session?.pid]).catch(() => undefined);
    signal.addEventListener('abort', cancel);
    return await work(run);
  } finally {
    if (cancel) signal.removeEventListener('abort', cancel);
    client.release(true);
  }
}

const known = new WeakMap<Kysely<IndexSchema>, Set<NewIndex>>();

/** Whether queries may count on it. Once they may, nobody is asked again. */
export async function isBuilt(db: Kysely<IndexSchema>, name: NewIndex): Promise<boolean> {
  const built = known.get(db) ?? new Set();
  known.set(db, built);
  if (built.has(name)) return true;
  const { rows } = await sql`select where ${isWhole(name)}`.execute(db);
  if (rows.length > 0) built.add(name);
  return rows.length > 0;
}

/** As a condition. */
export function isWhole(name: NewIndex) {
  return sql`exists (select from pg_index where indexrelid = to_regclass(${sql.lit(name)}) and indisvalid)`;
}
