// Copies whole tables between databases, referenced tables first.
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  countRows,
  listWholeTables,
  openTableLoader,
  readSequenceStates,
  runInLoadTransaction,
  runInSnapshot,
  setSequence,
  streamTableRows,
} from '../../src/schema/whole-tables.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let [from, to] = [] as unknown as [Scratch, Scratch];
beforeAll(async () => {
  [from, to] = await Promise.all([createScratchDatabase(), createScratchDatabase()]);
  for (const one of [from, to]) {
    await one.run(`
      create table "a child" (parent_id bigint not null, "note\\" text);
      create table parent (id bigint generated always as identity primary key, bytes bytea,
        half integer, whole integer generated always as (half * 2) stored, self_id bigint references parent);
      alter table "a child" add foreign key (parent_id) references parent;
      create table own_migration (name text);
      create unlogged table passing (n integer)`);
  }
  await from.run(`
    insert into parent (bytes, half) select decode('00ff0a5c09', 'hex'), n from generate_series(1, 1000) n;
    insert into "a child" values (7, E'tab\\tline\\nback\\\\slash'), (8, null), (9, '')`);
});
afterAll(async () => {
  await Promise.all([from.end(), to.end()]);
});

describe('whole tables', () => {
  it('are told with what others refer to first, without generated columns, what belongs to migrations, and what is unlogged', async () => {
    const tables = await runInSnapshot(from.open().pool, (snapshot) => listWholeTables(snapshot, ['own']));
    expect(tables).toEqual([
      { name: 'parent', columns: ['id', 'bytes', 'half', 'self_id'] },
      { name: 'a child', columns: ['parent_id', 'note\\'] },
    ]);
  });

  it('come out of one moment, and go into another database as they were', async () => {
    const source = from.open().pool;
    await runInSnapshot(source, async (snapshot) => {
      const tables = await listWholeTables(snapshot, ['own']);
      await from.run('delete from "a child"; insert into parent default values');
      await runInLoadTransaction(to.open().pool, async (client) => {
        for (const table of tables) {
          await pipeline(streamTableRows(snapshot, table), openTableLoader(client, table));
          expect(await countRows(client, table)).toBe(table.name === 'parent' ? 1000 : 3);
        }
        for (const sequence of await readSequenceStates(snapshot)) await setSequence(client, sequence);
      });
    });
    expect(await to.run('select * from "a child" order by 1')).toEqual([
      { parent_id: '7', 'note\\': 'tab\tline\nback\\slash' },
      { parent_id: '8', 'note\\': null },
      { parent_id: '9', 'note\\': '' },
    ]);
    const sums = 'select sum(whole)::int as sum, count(distinct bytes)::int as bytes from parent';
    expect(await to.run(sums)).toEqual([{ sum: 1_001_000, bytes: 1 }]);
    // A snapshot does not cover sequences. They may be ahead of the rows in the snapshot, but never behind them.
    const [{ id }] = (await to.run('insert into parent default values returning id')) as [{ id: string }];
    expect(Number(id)).toBe(1002);
  });

  it('are not loaded by half', async () => {
    const [table] = await runInSnapshot(from.open().pool, (snapshot) => listWholeTables(snapshot, ['own']));
    const before = await to.run('select count(*) from parent');
    const load = runInLoadTransaction(to.open().pool, async (client) => {
      const into = openTableLoader(client, table!);
      into.end('2000\t\\N\t1\t\\N\n2001\tno bytes at all\tx\t\\N\n');
      await new Promise((resolve, reject) => into.once('finish', resolve).once('error', reject));
    });
    await expect(load).rejects.toThrow('invalid input syntax');
    expect(await to.run('select count(*) from parent')).toEqual(before);
  });
});
