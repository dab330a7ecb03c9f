// Copies a service's database from one PostgreSQL server to another. Creates the schema with the service's migrations,
// then transfers the rows with COPY, in one transaction per server.
import { pipeline } from 'node:stream/promises';
import type { ServicePart } from '@holdfast/backup';
import { UsageError } from '@holdfast/cli-kit';
import {
  applyMigrations,
  countRows,
  createMissingTables,
  type Database,
  emptyTables,
  ensureDatabase,
  listLoggedTables,
  listNewerMigrations,
  listRanMigrations,
  matchIndexes,
  openDatabase,
  openTableLoader,
  readSequenceStates,
  runInLoadTransaction,
  runInSnapshot,
  setSequence,
  streamTableRows,
} from '@holdfast/pg-kit';

type Part = Pick<ServicePart, 'owner' | 'migrations'>;

export interface DatabaseCopy {
  /** URLs of both servers, with superuser credentials. */
  readonly from: string;
  readonly to: string;
  /** Name of both the database and the role that owns it. */
  readonly name: string;
}

/**
 * Copies the database. Returns the number of copied rows, or 0 if the service never ran. Throws if source and copy have
 * different numbers of rows.
 */
export async function copyDatabase(
  { from, to, name }: DatabaseCopy,
  part: Part,
  signal: AbortSignal,
): Promise<number> {
  const source = openUpgradeDatabase(await ensureDatabase(from, name));
  const target = openUpgradeDatabase(await ensureDatabase(to, name));
  // Loads the rows as superuser, because only a superuser may disable triggers.
  const loader = openUpgradeDatabase(Object.assign(new URL(to), { pathname: `/${name}` }).href);
  try {
    if (!(await createSchema(source, target, part))) return 0;
    const rows = await copyRows(source, loader, part, signal);
    await matchIndexes(source.pool, target.pool);
    await loader.pool.query('vacuum analyze');
    return rows;
  } finally {
    await Promise.all([source.close(), target.close(), loader.close()]);
  }
}

/** Lists the server's databases and roles that do not belong to Holdfast. */
export async function listForeignDatabases(server: string, names: readonly string[]): Promise<string[]> {
  const database = openUpgradeDatabase(server);
  try {
    const { rows } = await database.pool.query<{ other: string }>(
      `select 'database ' || datname as other from pg_database
         where not datistemplate and datname <> all ($1::text[] || 'postgres'::text)
       union all
       select 'role ' || rolname from pg_roles
         where rolname !~ '^pg_' and rolname <> all ($1::text[] || 'postgres'::text)
       order by 1`,
      [names],
    );
    return rows.map(({ other }) => other);
  } finally {
    await database.close();
  }
}

function openUpgradeDatabase(url: string): Database<never> {
  return openDatabase({
    url,
    poolSize: 3,
    applicationName: 'holdfast upgrade',
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
    onError: () => undefined,
  });
}

/** Runs exactly those migrations that the source database records. The service runs newer migrations when it starts. */
async function createSchema(
  source: Database<never>,
  target: Database<never>,
  { owner, migrations }: Part,
): Promise<boolean> {
  const ran = await listRanMigrations(source.pool, owner);
  const newer = await listNewerMigrations(migrations, ran);
  if (newer.length > 0)
    throw new UsageError(
      `A newer version of Holdfast upgraded the database of the ${owner} service: ${newer.join(', ')}.`,
    );
  const names = new Set(ran.map(({ name }) => name));
  const then = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.has(name)));
  if (ran.length === 0) return false;
  await applyMigrations(target, then, { owner });
  await createMissingTables(source.pool, target.pool);
  return true;
}

async function copyRows(
  source: Database<never>,
  loader: Database<never>,
  { owner }: Part,
  signal: AbortSignal,
): Promise<number> {
  const history = ['migration_lock', 'schema_change'].map((name) => `${owner}_${name}`);
  return runInSnapshot(source.pool, (from) =>
    runInLoadTransaction(loader.pool, async (to) => {
      await to.query('set local session_replication_role = replica');
      // Skips the migration history, which `applyMigrations` has already written with the fingerprints of this version.
      const tables = (await listLoggedTables(from)).filter(({ name }) => !history.includes(name));
      await emptyTables(to, tables);
      let rows = 0;
      for (const table of tables) {
        signal.throwIfAborted();
        await pipeline(streamTableRows(from, table), openTableLoader(to, table), { signal });
        const [there, here] = [await countRows(from, table), await countRows(to, table)];
        if (there !== here)
          throw new Error(`Table ${table.name} has ${there} rows, but ${here} were copied.`);
        rows += here;
      }
      const sequences = new Set((await readSequenceStates(to)).map(({ name }) => name));
      for (const sequence of await readSequenceStates(from))
        if (sequences.has(sequence.name)) await setSequence(to, sequence);
      return rows;
    }),
  );
}
