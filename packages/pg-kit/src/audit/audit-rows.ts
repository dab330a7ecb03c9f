// Audit table of a service. Inserts many entries in one statement, and selects and deletes entries. Entries are never
// changed.
import type pg from 'pg';
import { DatabaseUnavailableError, toTypedError } from '../connections/errors.ts';
import { RESPONSE_TIMEOUT_MS } from '../connections/timeouts.ts';
import { type AuditRetention, deleteOldAuditEntries } from './forget-audit.ts';

export interface AuditRow {
  readonly atMs: number;
  /** Kind of the entry: `write`, `secret`, `login`, or `missing` if entries were lost. */
  readonly event: string;
  /** True for frequent, similar writes. If the log exceeds its limits, these entries are deleted first. */
  readonly routine: boolean;
  /** operationId of the request. */
  readonly operation: string;
  readonly method: string | null;
  readonly user: string | null;
  readonly client: string;
  readonly status: number | null;
  /** Outcome of the request: `ok`, `error` or `aborted`. */
  readonly outcome: string;
  readonly requestId: string;
  readonly auid: string | null;
  /** UUID of the artifact that the request concerned. */
  readonly artifact: string | null;
  readonly subject: Readonly<Record<string, unknown>> | null;
  readonly why: string | null;
  readonly nameHash: string | null;
}

/** Position of an entry in chronological order. */
interface AuditPosition {
  readonly atMs: number;
  readonly id: number;
}

/** Filter for entries. An entry must match all conditions that are set. */
interface AuditFilter {
  /** Inclusive. */
  readonly sinceMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
  readonly user?: string | undefined;
  readonly client?: string | undefined;
  readonly event?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
  readonly requestId?: string | undefined;
  readonly auid?: string | undefined;
  readonly artifact?: string | undefined;
  readonly routine?: boolean | undefined;
}

type Queryable = Pick<pg.Pool, 'query'>;

/**
 * Inserts all rows or none, in one statement. Each row is the JSON text of an AuditRow without U+0000 and lone
 * surrogates.
 */
async function insertAudit(pool: Queryable, table: string, rows: readonly string[]): Promise<void> {
  await runQuery(pool, insertInto(table), [`[${rows.join()}]`]);
}

const insertInto = (table: string) => ({
  name: 'insert_audit',
  text: `
    insert into ${table} (at_ms, event, routine, operation, method, user_name, client, status, outcome, request_id, auid,
      artifact_id, subject, why, name_hash)
    select "atMs", event, routine, operation, method, "user", client, status, outcome, "requestId", auid,
      artifact, subject, why, "nameHash"
    from json_to_recordset($1::json) as new ("atMs" bigint, event text, routine boolean, operation text, method text,
      "user" text, client text, status smallint, outcome text, "requestId" text, auid text, artifact uuid, subject json,
      why text, "nameHash" text)`,
});

/** Returns the newest matching entries first. If `before` is set, returns only entries older than that position. */
async function selectAudit(
  pool: Queryable,
  table: string,
  filter: AuditFilter,
  { before, limit }: { before: AuditPosition | undefined; limit: number },
): Promise<(AuditRow & AuditPosition)[]> {
  const values: unknown[] = [];
  const value = (of: unknown): string => `$${values.push(of)}`;
  const conditions = [
    ...(before ? [`(at_ms, id) < (${value(before.atMs)}, ${value(before.id)})`] : []),
    ...(filter.sinceMs === undefined ? [] : [`at_ms >= ${value(filter.sinceMs)}`]),
    ...(filter.untilMs === undefined ? [] : [`at_ms < ${value(filter.untilMs)}`]),
    ...(filter.auid === undefined ? [] : [auidIs(value(filter.auid))]),
    ...(filter.artifact === undefined ? [] : [`artifact_id = ${value(filter.artifact)}::uuid`]),
    ...(filter.routine === undefined ? [] : [`routine = ${value(filter.routine)}`]),
    ...COMPARED.flatMap(([name, column]) =>
      filter[name] === undefined ? [] : [`${column} = ${value(filter[name])}`],
    ),
  ];
  const text = `
    select at_ms as "atMs", id, event, routine, operation, method, user_name as "user", client, status, outcome,
      request_id as "requestId", auid, artifact_id as artifact, subject, why, name_hash as "nameHash"
    from ${table} ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
    order by at_ms desc, id desc limit ${value(limit)}`;
  return runQuery(pool, { text }, values);
}

const auidIs = (value: string): string =>
  `hashtextextended(auid, 0) = hashtextextended(${value}::text collate "C", 0) and auid = ${value}`;

const COMPARED = [
  ['user', 'user_name'],
  ['client', 'client'],
  ['event', 'event'],
  ['operation', 'operation'],
  ['outcome', 'outcome'],
  ['requestId', 'request_id'],
] as const;

async function runQuery<Row>(
  pool: Queryable,
  query: { name?: string; text: string },
  values: unknown[],
): Promise<Row[]> {
  try {
    const timed = { ...query, values, query_timeout: RESPONSE_TIMEOUT_MS };
    const { rows } = await pool.query(timed as pg.QueryConfig);
    return rows as Row[];
  } catch (error) {
    throw toTypedError(error);
  }
}

/** Access to the audit table. Rejects with the errors of errors.ts. */
export interface AuditTable {
  /** Inserts all rows or none. Each element is the JSON text of an AuditRow; see `insertAudit`. */
  add(rows: readonly string[]): Promise<void>;
  /** Returns the newest matching entries first. If `before` is set, returns only entries older than that position. */
  find(
    filter: AuditFilter,
    page: { readonly before: AuditPosition | undefined; readonly limit: number },
  ): Promise<(AuditRow & AuditPosition)[]>;
  /** Deletes entries beyond the limits. Returns the number of deleted entries. */
  forget(bounds: AuditRetention): Promise<number>;
  /** Returns whether the error is temporary, such as an unavailable database. A retry may then succeed. */
  isAway(error: unknown): boolean;
}

/** Opens the audit table of a service, as http-kit expects it. `owner` is the owner of the service's migrations. */
export function openAuditTable({ pool }: { readonly pool: pg.Pool }, owner: string): AuditTable {
  const table = `${owner}_audit_entry`;
  return {
    add: (rows) => insertAudit(pool, table, rows),
    find: (filter, page) => selectAudit(pool, table, filter, page),
    forget: (bounds) => deleteOldAuditEntries(pool, table, bounds),
    isAway: (error) => error instanceof DatabaseUnavailableError,
  };
}
