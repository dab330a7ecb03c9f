// Restores the tables of a backup. Runs the services' migrations up to the version of the backup, then loads the rows.
// Services that shared a database in the backup may have separate databases in the target, and vice versa.
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import {
  applyMigrations,
  countRows,
  deleteRows,
  emptyTables,
  listNewerMigrations,
  listWholeTables,
  openTableLoader,
  readSequenceStates,
  runInLoadTransaction,
  setSequence,
} from '@holdfast/pg-kit';
import { BackupRefusedError, DamagedBackupError } from '../format/errors.ts';
import type { BackupManifest, DatabaseDump } from '../format/manifest.ts';
import type { BackupObserver, NodeDatabase, ServicePart } from '../node/node.ts';
import { RESTORE_TABLE } from '../taking/dump-database.ts';

type TableDump = DatabaseDump['tables'][number];
type Client = Parameters<typeof listWholeTables>[0];

export interface DatabaseLoad {
  readonly from: ObjectStore;
  readonly signal: AbortSignal;
  readonly observer: BackupObserver;
}

/** Checks that this version can recreate the schema of the backup. Throws BackupRefusedError if not. */
export async function throwUnlessSchemaKnown(
  { databases }: BackupManifest,
  parts: readonly ServicePart[],
): Promise<void> {
  for (const schema of databases.flatMap(({ schemas }) => schemas)) {
    const { owner } = schema;
    const part = parts.find((one) => one.owner === owner);
    if (part === undefined)
      throw new BackupRefusedError(
        `The backup contains a service that this version does not have: ${owner}.`,
      );
    const migrations = listReleasedMigrations(schema, part);
    if (migrations[0]?.name !== Object.keys(part.migrations)[0]) {
      throw new BackupRefusedError(
        `An early development build created the backup: the schema of the ${owner} service ends with '${migrations.at(-1)?.name}'. ` +
          'Restore it with that build, upgrade to the last development build, and create a new backup.',
      );
    }
    const ran = migrations.map((migration) => ({ ...migration, worksWith: null }));
    const known = { ...part.migrations };
    const last = migrations.at(-1)?.name ?? '';
    for (const name of Object.keys(known)) if (name > last) delete known[name];
    const unknown = migrations.find(({ name }) => !(name in known));
    if (unknown !== undefined) {
      throw new BackupRefusedError(
        `A newer version created the backup: the schema of the ${owner} service contains '${unknown.name}'. Restore it with that version.`,
      );
    }
    await listNewerMigrations(known, ran);
  }
}

/** Loads all databases, each in one transaction. If a database fails, previously loaded databases stay loaded. */
export async function loadDatabases(
  loading: DatabaseLoad,
  manifest: BackupManifest,
  databases: readonly NodeDatabase[],
): Promise<void> {
  const left = new Map(
    manifest.databases.flatMap(({ tables }) => tables).map((table) => [table.name, table]),
  );
  for (const database of databases) {
    await createSchema(manifest, database);
    const loaded = await loadDatabase(loading, manifest, database, left);
    for (const name of loaded) left.delete(name);
    await database.pool.query('analyze');
  }
  if (left.size > 0) {
    throw new BackupRefusedError(`The backup contains unknown tables: ${[...left.keys()].join(', ')}.`);
  }
}

/** Runs the migrations that the backup lists. The service runs newer migrations when it starts. */
async function createSchema(manifest: BackupManifest, { pool, parts }: NodeDatabase): Promise<void> {
  for (const { owner, migrations } of parts) {
    const schema = manifest.databases.flatMap(({ schemas }) => schemas).find((one) => one.owner === owner);
    const names = new Set(schema && listReleasedMigrations(schema, { migrations }).map(({ name }) => name));
    const then = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.has(name)));
    await applyMigrations({ pool }, then, { owner });
  }
}

type Schema = DatabaseDump['schemas'][number];

/**
 * Returns the migrations to run for a backup. For a backup made by the last development build, returns the first
 * released migration instead, which creates the same schema.
 */
function listReleasedMigrations(
  { migrations }: Schema,
  part: Pick<ServicePart, 'migrations'>,
): Schema['migrations'] {
  const [name, first] = Object.entries(part.migrations)[0] ?? [];
  const isUnreleased =
    first?.lastBeforeRelease !== undefined && migrations.at(-1)?.name === first.lastBeforeRelease;
  return isUnreleased ? [{ name: name!, fingerprint: null }] : migrations;
}

async function loadDatabase(
  loading: DatabaseLoad,
  manifest: BackupManifest,
  { pool, parts }: NodeDatabase,
  dumps: ReadonlyMap<string, TableDump>,
): Promise<string[]> {
  return runInLoadTransaction(pool, async (client) => {
    const owners = parts.map(({ owner }) => owner);
    const tables = (await listWholeTables(client, owners)).filter(({ name }) => name !== RESTORE_TABLE);
    await emptyTables(client, tables);
    const loaded: string[] = [];
    for (const { name } of tables) {
      const dump = dumps.get(name);
      if (dump === undefined) continue;
      loading.signal.throwIfAborted();
      await loadTable(loading, client, dump);
      loaded.push(name);
    }
    const here = new Set((await readSequenceStates(client)).map(({ name }) => name));
    for (const sequence of manifest.databases.flatMap(({ sequences }) => sequences)) {
      if (here.has(sequence.name)) await setSequence(client, sequence);
    }
    return loaded;
  });
}

async function loadTable(
  { from, signal, observer }: DatabaseLoad,
  client: Client,
  dump: TableDump,
): Promise<void> {
  const hash = createHash('sha256');
  const digested = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      observer.read?.(chunk.length);
      done(undefined, chunk);
    },
  });
  // Empties the table first, because triggers on other tables may have inserted rows that the dump contains as well.
  await deleteRows(client, dump);
  const source = await from.read(dump.key, { signal });
  await pipeline(source, digested, createGunzip(), openTableLoader(client, dump));
  const actual = hash.digest('hex');
  const rows = await countRows(client, dump);
  if (actual === dump.sha256 && rows === dump.rows) return;
  throw new DamagedBackupError([
    {
      key: dump.key,
      reason: `changed after it was checked: it contains ${rows} rows instead of ${dump.rows}`,
      expected: dump.sha256,
      actual,
    },
  ]);
}
