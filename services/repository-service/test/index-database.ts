// Test helper: creates databases with the schema of the index, and entries for the index.
import { createHash } from 'node:crypto';
import { applyMigrations, type Database, openDatabase } from '@holdfast/pg-kit';
import { addCleanup, createTestDatabase } from '@holdfast/testkit';
import { uuidv7 } from 'uuidv7';
import type { ImportEntry } from '../src/domain/record/entry.ts';
import type { CapturedRecord } from '../src/domain/record/read-record.ts';
import { migrations } from '../src/index/migrations/index.ts';
import type { IndexSchema } from '../src/index/schema.ts';

/** Creates a database with the schema of the index, and drops it at the end of the test file. */
export async function createIndexDatabaseUrl(): Promise<string> {
  return (await createTestDatabase({ template: { name: 'repository', prepare } })).url;
}

/** Creates a database with the schema of the index and connects to it. */
export async function openIndexDatabase(): Promise<Database<IndexSchema>> {
  const url = await createIndexDatabaseUrl();
  const database = openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
  addCleanup(() => database.close());
  return database;
}

async function prepare(url: string): Promise<void> {
  const database = openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
  await applyMigrations(database, migrations, { owner: 'repository' });
  await database.close();
}

/** Returns an index entry as imports create it, for an artifact with this text as its payload. */
export function makeEntry(
  url: string,
  payload: string,
  {
    stored,
    committed,
    storeDuplicate,
    ...record
  }: Partial<Omit<ImportEntry, 'record'> & CapturedRecord> = {},
): ImportEntry {
  return {
    id: uuidv7(),
    stored: stored ?? { offset: 0, length: 100 },
    committed: committed ?? true,
    storeDuplicate: storeDuplicate ?? false,
    record: {
      url,
      urlkey: url.toLowerCase(),
      kind: 'response',
      collectionMs: 1_390_766_784_000,
      httpStatus: 200,
      mime: 'text/html',
      redirect: undefined,
      headBytes: 20,
      contentLength: Buffer.byteLength(payload),
      sha256: createHash('sha256').update(payload).digest('hex'),
      storedSha1: createHash('sha1').update(payload).digest('hex'),
      dechunked: false,
      refersTo: undefined,
      ...record,
    },
  };
}
