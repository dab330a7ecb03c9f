// Reads settings and limits of a database and its server, to diagnose problems.
import type pg from 'pg';
import { toTypedError } from '../connections/errors.ts';

export interface ServerFacts {
  /** Version of the server, such as 180001. */
  readonly versionNumber: number;
  readonly version: string;
  readonly encoding: string;
  /** Settings by name, as printed by `show`. Does not contain settings that this version of PostgreSQL lacks. */
  readonly settings: Readonly<Record<string, string>>;
  readonly sharedBuffersBytes: number;
  readonly maxWalBytes: number;
  /** Maximum number of connections, including other users' connections that count towards the same limit. */
  readonly connectionLimit: number;
  /** Name of the applicable limit: `max_connections`, or a limit of the database or the user. */
  readonly limitedBy: string;
  readonly connectionsInUse: number;
  /** True if the user may create tables in the database. */
  readonly mayCreate: boolean;
  readonly mayCreateSchemas: boolean;
  readonly databaseBytes: number;
  /** The server's clock minus this machine's clock. */
  readonly clockOffsetMs: number;
  /** Duration of a query. */
  readonly latencyMs: number;
}

const SETTINGS = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'max_connections',
  'random_page_cost',
  'checkpoint_timeout',
  'shared_buffers',
  'max_wal_size',
];

interface Row {
  versionNumber: string;
  version: string;
  encoding: string;
  settings: Record<string, string>;
  sharedBuffers: string;
  maxWal: string;
  serverLimit: number;
  databaseLimit: number;
  userLimit: number;
  inUse: number;
  mayCreate: boolean;
  mayCreateSchemas: boolean;
  databaseBytes: string;
}

// A limit of -1 means no limit. Superusers are limited by max_connections only.
const FACTS = `
  select current_setting('server_version_num') as "versionNumber", current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    (select json_object_agg(name, current_setting(name)) from pg_settings where name = any($1)) as settings,
    pg_size_bytes(current_setting('shared_buffers'))::text as "sharedBuffers",
    pg_size_bytes(current_setting('max_wal_size'))::text as "maxWal",
    current_setting('max_connections')::int - case when rolsuper then 0 else
      current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true), '0')::int end as "serverLimit",
    case when rolsuper then -1 else datconnlimit end as "databaseLimit",
    case when rolsuper then -1 else rolconnlimit end as "userLimit",
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "inUse",
    to_regnamespace('public') is not null and has_schema_privilege('public', 'create') as "mayCreate",
    has_database_privilege(datname, 'create') as "mayCreateSchemas",
    pg_database_size(datname)::text as "databaseBytes"
  from pg_database, pg_roles where datname = current_database() and rolname = current_user`;

/** Reads the facts. Rejects with the errors of errors.ts. */
export async function readServerFacts(pool: pg.Pool): Promise<ServerFacts> {
  try {
    const { rows } = await pool.query<Row>(FACTS, [SETTINGS]);
    const row = rows[0]!;
    const { latencyMs, clockOffsetMs } = await measureClockOffset(pool);
    return {
      versionNumber: Number(row.versionNumber),
      version: row.version,
      encoding: row.encoding,
      settings: row.settings,
      sharedBuffersBytes: Number(row.sharedBuffers),
      maxWalBytes: Number(row.maxWal),
      ...findLimit(row),
      connectionsInUse: row.inUse,
      mayCreate: row.mayCreate,
      mayCreateSchemas: row.mayCreateSchemas,
      databaseBytes: Number(row.databaseBytes),
      latencyMs,
      clockOffsetMs,
    };
  } catch (error) {
    throw toTypedError(error);
  }
}

function findLimit({ serverLimit, databaseLimit, userLimit }: Row) {
  const limits = [
    { connectionLimit: serverLimit, limitedBy: 'max_connections' },
    { connectionLimit: databaseLimit, limitedBy: 'the connection limit of the database' },
    { connectionLimit: userLimit, limitedBy: 'the connection limit of the user' },
  ];
  return limits
    .filter(({ connectionLimit }) => connectionLimit >= 0)
    .reduce((least, one) => (one.connectionLimit < least.connectionLimit ? one : least));
}

const SAMPLES = 3;

/**
 * Measures the clock difference several times. Returns the result of the fastest request, because it is the most
 * accurate.
 */
async function measureClockOffset(pool: pg.Pool) {
  let best = { latencyMs: Number.POSITIVE_INFINITY, clockOffsetMs: 0 };
  for (let sample = 0; sample < SAMPLES; sample++) {
    const [begunMs, begun] = [Date.now(), performance.now()];
    const { rows } = await pool.query<{ ms: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::text as ms',
    );
    const latencyMs = performance.now() - begun;
    const clockOffsetMs = Number(rows[0]!.ms) - (begunMs + latencyMs / 2);
    if (latencyMs < best.latencyMs) best = { latencyMs, clockOffsetMs };
  }
  return best;
}
