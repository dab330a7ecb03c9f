// Test helper: a database whose configuration journal is in a separate store, without a running service.
import { randomBytes, randomUUID } from 'node:crypto';
import { type JournalLocation, listJournalObjects, parseJournalKeys } from '@holdfast/journal';
import { openObjectStore } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, createTemporaryFolder, type TestDatabase } from '@holdfast/testkit';
import { journaledTables } from '../../src/index/journal/tables.ts';
import type { ConfigSchema } from '../../src/index/schema/schema.ts';
import { shipConfiguration } from '../../src/journal/keep-journal.ts';
import { CONFIGURATION_PREFIX, type JournalDeps } from '../../src/journal/place.ts';
import { type RebuiltConfiguration, rebuildConfiguration } from '../../src/journal/rebuild.ts';
import { createConfigDatabase } from '../config-database.ts';

export interface Journaled {
  readonly database: TestDatabase;
  readonly db: Database<ConfigSchema>;
  readonly deps: JournalDeps;
  /** Ships all changes, and writes a snapshot if one is due. */
  ship(): Promise<void>;
  query(text: string, values?: unknown[]): Promise<void>;
}

export const makeJournalKey = () => randomBytes(32).toString('hex');

export interface TestKeys {
  readonly key?: string;
  readonly older?: string;
}

export async function openTestLocation(
  folder: string,
  { key, older }: TestKeys = {},
): Promise<JournalLocation> {
  const store = await openObjectStore({ kind: 'fs', folder });
  addCleanup(() => store.close());
  return { store, prefix: CONFIGURATION_PREFIX, keys: parseJournalKeys(key, older) };
}

export async function openJournaled(
  place: JournalLocation,
  given?: TestDatabase,
  log: NodeJS.WritableStream = process.stderr,
): Promise<Journaled> {
  const database = given ?? (await createConfigDatabase());
  const db = openDatabase<ConfigSchema>({
    url: database.url,
    applicationName: 'test',
    statementTimeoutMs: 0,
    onError: () => undefined,
  });
  addCleanup(() => db.close());
  const deps = {
    database: db,
    place,
    log: createLog({ service: 'config-service', level: 'fatal', destination: log as never }),
    newId: randomUUID,
  };
  return {
    database,
    db,
    deps,
    ship: async () => {
      if (!(await shipConfiguration(deps))) throw new Error('another process is shipping');
    },
    query: async (text, values = []) => {
      await db.pool.query(text, values);
    },
  };
}

export async function createJournaled(keys: TestKeys = {}): Promise<Journaled> {
  return openJournaled(await openTestLocation(await createTemporaryFolder(), keys));
}

/** Restores a new database from the journal. */
export async function restoreFrom(
  place: JournalLocation,
): Promise<Journaled & { readonly report: RebuiltConfiguration }> {
  const restored = await openJournaled(place);
  const report = await rebuildConfiguration({ db: restored.db.kysely, place, replaces: false });
  return { ...restored, report };
}

/** Returns all rows of the journaled tables, as text. */
export async function readContents({ db }: Pick<Journaled, 'db'>): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of journaledTables) {
    const { rows } = await db.pool.query(`select t::text as row from ${table} t order by 1`);
    contents[table] = rows.map(({ row }) => row);
  }
  return contents;
}

export async function listKinds({ store, prefix }: JournalLocation): Promise<string[]> {
  return (await listJournalObjects(store, prefix)).map(({ kind, sequence }) => `${kind} ${sequence}`);
}

export async function addAu(journaled: Journaled, auid: string, configuration: object = {}): Promise<void> {
  await journaled.query(
    `insert into au_configuration (auid, plugin_id, configuration, created_ms, updated_ms) values ($1, 'p', $2, 1, 1)`,
    [auid, JSON.stringify(configuration)],
  );
}
