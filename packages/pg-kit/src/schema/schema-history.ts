// What was run in a database, as it remembers it: which migrations, the oldest code that each leaves working, and a
// fingerprint of each. From that alone a version knows whether it can run on a schema that is newer than it.
import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DatabaseRefusedError } from '../connections/errors.ts';

/** A step of a schema. A released one is never changed or renamed. */
export interface SchemaChange extends Migration {
  /**
   * Name of the last migration that code must know to go on working on the schema as this one leaves it; code that
   * knows no later one may run on it. Left out: this migration itself, so that older code refuses the result.
   */
  readonly worksWith?: string;
  /** Name of the last schema change of the development builds whose schema this first change makes. */
  readonly lastBeforeRelease?: string;
}

/** By name, in the order of which they are run. */
export type Migrations = Readonly<Record<string, SchemaChange>>;

/** What the database says of a migration that was run. Nulls: a version ran it that did not write this down. */
export interface Ran {
  readonly name: string;
  readonly worksWith: string | null;
  readonly fingerprint: string | null;
}

/** The database cannot be used by this version; its message says why, and what to do. */
export class SchemaRefusedError extends DatabaseRefusedError {
  override name = 'SchemaRefusedError';
}

/** The schema was made by a development build from before the first release. */
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

/** Names of migrations that were run and are newer than this version. Throws SchemaRefusedError unless it can work on them. */
export async function newerThanKnown(migrations: Migrations, ran: readonly Ran[]): Promise<string[]> {
  const known = Object.keys(migrations).sort();
  const last = known.at(-1) ?? '';
  const [first] = ran;
  if (first !== undefined && first.name !== known[0]) throw new UnreleasedSchemaError(first.name, known[0]!);
  const strangers = ran.filter(({ name }) => !known.includes(name));
  for (const { name, worksWith } of strangers) {
    if (name < last) throw new SchemaRefusedError(anotherLine(name, last));
    if (worksWith === null || !known.includes(worksWith))
      throw new SchemaRefusedError(tooNew(name, worksWith, last));
  }
  const names = new Set(ran.map(({ name }) => name));
  const missing = known.filter((name) => !names.has(name));
  if (strangers.length > 0 && missing.length > 0) {
    throw new SchemaRefusedError(anotherLine(strangers[0]!.name, missing[0]!));
  }
  for (const { name, fingerprint } of ran) await refuseAltered(name, fingerprint, migrations[name]);
  return strangers.map(({ name }) => name);
}

/**
 * What a migration does, in short: SHA-256 of its statements without regard to white space, found by running it on
 * nothing. Null when it cannot be run without a database, because it asks that for what to do.
 */
export async function fingerprintOf(migration: Migration): Promise<string | null> {
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

async function refuseAltered(name: string, then: string | null, migration?: SchemaChange): Promise<void> {
  if (then === null || migration === undefined) return;
  const now = await fingerprintOf(migration);
  if (now === null || now === then) return;
  throw new SchemaRefusedError(
    `The schema change '${name}' was run in this database as something other than it is in this version. ` +
      'Run a version that was released: a schema change that was run anywhere is never changed.',
  );
}

function tooNew(name: string, worksWith: string | null, last: string): string {
  const wanted = worksWith ?? name;
  return (
    `The database's schema is too new for this version: '${name}' was run in it, and works only with versions that ` +
    `know '${wanted}'; the last one known here is '${last}'. Nothing was changed. Run the version that made it, or ` +
    'one in between, or restore the backup that was taken before the upgrade.'
  );
}

function anotherLine(name: string, expected: string): string {
  return (
    `The database's schema comes from another line of versions: '${name}' was run in it, where this version has ` +
    `'${expected}'. Nothing was changed. Run a version that knows both.`
  );
}
