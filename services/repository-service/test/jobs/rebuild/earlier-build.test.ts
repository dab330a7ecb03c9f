// A node of a development build before the first release: its index is rejected, and rebuilt from its object store.
// `earlier-store` is an object store written by such a build, and `index.json` is a dump of its index.
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UnreleasedSchemaError } from '@holdfast/pg-kit';
import { createTemporaryFolder, createTestDatabase } from '@holdfast/testkit';
import { expect, it, jest } from '@jest/globals';
import { dumpIndex } from './index-dump.ts';
import { openRebuild } from './open-rebuild.ts';

jest.setTimeout(120_000);

const EARLIER = fileURLToPath(new URL('earlier-store/', import.meta.url));

async function earlierNode() {
  const storeFolder = await createTemporaryFolder();
  await cp(EARLIER, storeFolder, { recursive: true });
  return openRebuild((await createTestDatabase()).url, storeFolder);
}

const index = async () => JSON.parse(await readFile(join(EARLIER, 'index.json'), 'utf8'));

it('rebuilds the index of a store that an earlier build wrote', async () => {
  const { database, keep } = await earlierNode();
  expect(await keep()).toEqual({ code: 0, text: expect.stringContaining('artifacts') });
  const { schema: _, ...rows } = await dumpIndex(database);
  expect(rows).toEqual(await index());
});

it('refuses the tables of an earlier build, and sets them aside for a rebuild', async () => {
  const { database, makeTables, keep } = await earlierNode();
  await makeTables();
  await database.pool.query(`update repository_migration set name = '0001-artifacts'`);
  await database.pool.query(`insert into namespace (name) values ('old')`);
  await database.pool.query(
    `insert into au (namespace_id, auid, auid_sha256) values (1, 'old', sha256('old'))`,
  );
  await expect(makeTables()).rejects.toThrow(UnreleasedSchemaError);
  await expect(makeTables()).rejects.toThrow(
    /begins with '0001-artifacts'.*holdfast backup.*keep rebuild --replace/,
  );
  expect(await keep()).toEqual({ code: 3, text: expect.stringContaining('development build') });
  expect(await keep('--replace')).toEqual({ code: 0, text: expect.stringContaining('DROP SCHEMA') });
  const { schema: _, ...rows } = await dumpIndex(database);
  expect(rows).toEqual(await index());
  expect(await makeTables()).toEqual([]);
});
