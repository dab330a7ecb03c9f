// `keep rebuild --replace` renames the existing index and creates a new one in the same database.
import { createTemporaryFolder, createTestDatabase } from '@holdfast/testkit';
import { expect, it, jest } from '@jest/globals';
import { onIndex } from '../../index/on-index.ts';
import { storeOtherPages, withService } from '../older-index/histories.ts';
import { rewriteObject, truncateBytes } from './change-object.ts';
import { dumpIndex } from './index-dump.ts';
import { openRebuild } from './open-rebuild.ts';

jest.setTimeout(180_000);

it('sets the old index aside, leaves what is not of the index, and takes over what no store holds', async () => {
  const [testing, storeFolder] = [await createTestDatabase(), await createTemporaryFolder()];
  await withService(testing, storeFolder, async (client) => void (await storeOtherPages(client, 'a')));
  await testing.execute('create table of_another_service (id integer)');
  await testing.execute(`create function of_another_service() returns integer language sql as 'select 1'`);
  await testing.execute(
    `insert into repository_audit_entry (at_ms, event, routine, operation, client, outcome, request_id)
     values (1, 'test', false, 'test', '::1', 'done', 'r')`,
  );
  const { database, store, keep } = await openRebuild(testing.url, storeFolder);
  const before = await dumpIndex(database);

  const refused = await keep();
  expect(refused).toEqual({ code: 3, text: expect.stringContaining('--replace') });
  const { code, text } = await keep('--replace');
  expect({ code, text }).toEqual({
    code: 0,
    text: expect.stringContaining('DROP SCHEMA holdfast_index_until_'),
  });
  const { schema, ...rows } = await dumpIndex(database);
  const { schema: schemaBefore, ...rowsBefore } = before;
  expect(rows).toEqual(rowsBefore);
  expect(schema).toEqual(schemaBefore);

  const ask = onIndex(database);
  const count = async (...query: Parameters<typeof ask>) =>
    Number((await ask<{ n: string }>(...query)).rows[0]!.n);
  expect(await count`select count(*) as n from repository_audit_entry where request_id = 'r'`).toBe(1);
  expect(await count`select of_another_service() as n`).toBe(1);
  const [, aside] = /DROP SCHEMA (\w+)/.exec(text)!;
  const { rows: kept } = await database.pool.query(`select count(*) as n from ${aside}.artifact`);
  expect(Number(kept[0].n)).toBe(before.artifacts.length);

  // A service can use the new index. A second `--replace` reports an unreadable object in its output and by its exit
  // code.
  await withService(testing, storeFolder, async (client) => void (await storeOtherPages(client, 'b')));
  const victim = before.segments.map(({ key }) => String(key))[0]!;
  await rewriteObject(store, victim, (bytes) => truncateBytes(bytes).fill(0xff, 20));
  const damaged = await keep('--replace');
  expect(damaged).toEqual({ code: 1, text: expect.stringContaining(victim) });
});
