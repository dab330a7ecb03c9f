// Compares the migrations that were run in a database with the migrations of this version. With the result, an older
// version decides whether it can use a newer schema.
import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DatabaseRefusedError } from '../connections/errors.ts';

/** A schema migration. Released migrations are never changed or renamed. */
export interface SchemaChange extends Migration {
  /**
   * Name of an earlier migration. Versions that know it can use the schema even if they do not know this migration. If
   * undefined, versions that do not know this migration refuse the schema.
   */
  readonly worksWith?: string;
  /** Last migration of the development builds, which created the same schema. Set only for the first migration. */
  readonly lastBeforeRelease?: string;
}

/** Migrations sorted by name, which is the order of execution. */
export type Migrations = Readonly<Record<string, SchemaChange>>;

/** Migration in the database's history. Fields are null if the version that ran it did not record them. */
export interface RanMigration {
  readonly name: string;
  readonly worksWith: string | null;
  readonly fingerprint: string | null;
}

/** Thrown if this version cannot use the database. The message explains what to do. */
export class SchemaRefusedError extends DatabaseRefusedError {
  override name = 'SchemaRefusedError';
}

/** Thrown if a development build before the first release created the schema. */
export class UnreleasedSchemaError extends SchemaRefusedError {
  override name = 'UnreleasedSchemaError';

  constructor(ran: string, first: string) {
    super(
      `A development build from before the first release made this database: its schema begins with '${ran}', not with ` +
        `'${first}'. Nothing was changed. Carry the data over: back it up with that build (./holdfast backup) and restore the ` +
        'backup with this one. The index of the repository service can also be made again from the object store: ' +
        './holdfast keep rebuild --replace.',
    );
  }
}

/**
 * Returns the names of migrations that were run but that this version does not know. Throws SchemaRefusedError if this
 * version cannot work with them.
 */
export async function listNewerMigrations(
  migrations: Migrations,
  ran: readonly RanMigration[],
): Promise<string[]> {
  const known = Object.keys(migrations).sort();
  const last = known.at(-1) ?? '';
  const [first] = ran;
  if (first !== undefined && first.name !== known[0]) throw new UnreleasedSchemaError(first.name, known[0]!);
  const unknown = ran.filter(({ name }) => !known.includes(name));
  for (const { name, worksWith } of unknown) {
    if (name < last) throw new SchemaRefusedError(formatDivergedHistory(name, last));
    if (worksWith === null || !known.includes(worksWith))
      throw new SchemaRefusedError(formatTooNew(name, worksWith, last));
  }
  const names = new Set(ran.map(({ name }) => name));
  const missing = known.filter((name) => !names.has(name));
  if (unknown.length > 0 && missing.length > 0) {
    throw new SchemaRefusedError(formatDivergedHistory(unknown[0]!.name, missing[0]!));
  }
  for (const { name, fingerprint } of ran) await throwIfAltered(name, fingerprint, migrations[name]);
  return unknown.map(({ name }) => name);
}

/**
 * Returns the SHA-256 of a migration's statements without white space. Runs the migration without a database to collect
 * its statements. Returns null if that is not possible.
 */
export async function computeFingerprint(migration: Migration): Promise<string | null> {
  const statements: string[] = [];
  const nothing = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => {
      statements.push(sql.replaceAll(/\s+/g, ' ').trim(), JSON.stringify(parameters));
    },
  });
  try {
    await migration.up(nothing);
    return createHash('sha256').update(statements.join('\n')).digest('hex');
  } catch {
    return null;
  } finally {
    await nothing.destroy();
  }
}

async function throwIfAltered(name: string, then: string | null, migration?: SchemaChange): Promise<void> {
  if (then === null || migration === undefined) return;
  const now = await computeFingerprint(migration);
  if (now === null || now === then) return;
  throw new SchemaRefusedError(
    `The schema change '${name}' was run in this database as something other than it is in this version. ` +
      'Run a version that was released: a schema change that was run anywhere is never changed.',
  );
}

function formatTooNew(name: string, worksWith: string | null, last: string): string {
  const wanted = worksWith ?? name;
  return (
    `The database's schema is too new for this version: '${name}' was run in it, and works only with versions that ` +
    `know '${wanted}'; the last one known here is '${last}'. Nothing was changed. Run the version that made it, or ` +
    'one in between, or restore the backup that was taken before the upgrade.'
  );
}

function formatDivergedHistory(name: string, expected: string): string {
  return (
    `The database's schema comes from another line of versions: '${name}' was run in it, where this version has ` +
    `'${expected}'. Nothing was changed. Run a version that knows both.`
  );
}
