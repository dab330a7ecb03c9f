// Creates test databases with the tables of this service.
import { applyMigrations, openDatabase } from '@holdfast/pg-kit';
import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { migrations } from '../src/index/migrations/index.ts';

/** Creates a database that is removed at the end of the test file. */
export function createConfigDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: { name: 'configuration', prepare } });
}

async function prepare(url: string): Promise<void> {
  const database = openDatabase<never>({ url, applicationName: 'test', onError: () => undefined });
  await applyMigrations(database, migrations, { owner: 'configuration' });
  await database.close();
}
