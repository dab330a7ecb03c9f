// Creates a database and its role without superuser rights. Objects that the superuser created before the role existed
// are transferred to the role.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureDatabase } from '../../src/database/ensure-database.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
const made: string[] = [];
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(async () => {
  for (const name of made) {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    await scratch.run(`drop database if exists ${quoted} with (force)`);
    await scratch.run(`drop role if exists ${quoted}`);
  }
  await scratch.end();
});

function newName(words: string): string {
  const name = `${words} "${new URL(scratch.url).pathname.slice(1)}"`;
  made.push(name);
  return name;
}

async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const database = scratch.open({ url });
  try {
    return (await database.pool.query(sql)).rows;
  } finally {
    await database.close();
  }
}

describe('ensureDatabase', () => {
  it('creates a database and its owner once, whoever comes first, and gives the way there', async () => {
    const name = newName('Ensured');
    const urls = await Promise.all([1, 2, 3].map(() => ensureDatabase(scratch.url, name)));
    expect(new Set(urls).size).toBe(1);
    expect(await rowsOf(urls[0]!, 'select current_database() as name, current_user as user')).toEqual([
      { name, user: name },
    ]);
  });

  it('gives the role its own database, and nothing beyond it', async () => {
    const [own, other] = [newName('own'), newName('other')];
    const url = await ensureDatabase(scratch.url, own);
    const rights = 'rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as more';
    expect(await rowsOf(url, `select ${rights} from pg_roles where rolname = current_user`)).toEqual([
      { more: false },
    ]);
    await ensureDatabase(scratch.url, other);
    const elsewhere = new URL(url);
    elsewhere.pathname = `/${encodeURIComponent(other)}`;
    await expect(rowsOf(elsewhere.href, 'select 1')).rejects.toThrow('permission denied for database');
    for (const sql of ['create database x', "select pg_read_file('postmaster.pid')", 'create role x']) {
      await expect(rowsOf(url, sql)).rejects.toThrow('permission denied');
    }
  });

  it('gives the role everything that the superuser made there, to be changed from then on', async () => {
    const name = newName('before');
    await scratch.run(`create database "${name.replaceAll('"', '""')}"`);
    const asSuperuser = new URL(scratch.url);
    asSuperuser.pathname = `/${encodeURIComponent(name)}`;
    await rowsOf(
      asSuperuser.href,
      `create table kept (id bigint generated always as identity primary key, word text);
       create sequence alone; create view seen as select word from kept;
       create function doubled(n int) returns int language sql immutable return n * 2;
       create index on kept (length(word)); insert into kept (word) values ('still here')`,
    );
    const url = await ensureDatabase(scratch.url, name);
    await rowsOf(
      url,
      `alter table kept add column more int; create index on kept (doubled(more)); drop view seen;
       drop index kept_length_idx; alter sequence alone as integer; insert into kept (word) values ('new');
       create or replace function doubled(n int) returns int language sql immutable return n * 2; analyze kept`,
    );
    expect(await ensureDatabase(scratch.url, name)).toBe(url);
    expect(await rowsOf(url, 'select word from kept order by id')).toEqual([
      { word: 'still here' },
      { word: 'new' },
    ]);
  });
});
