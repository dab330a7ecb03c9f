import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { checkDatabase } from '../../src/database/database.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

/** Nothing listens on port 1. */
const withDeadHosts = (url: string) => url.replace(/(?<=@|\/\/)(?=[^@/]+\/)/, '127.0.0.1:1,127.0.0.1:1,');

describe('a URL of several hosts', () => {
  it('leads to the one that takes writes', async () => {
    const database = scratch.open({ url: withDeadHosts(scratch.url) });
    await Promise.all([
      expect(sql`select 1 as n`.execute(database.kysely)).resolves.toMatchObject({ rows: [{ n: 1 }] }),
      expect(sql`select 2 as n`.execute(database.kysely)).resolves.toMatchObject({ rows: [{ n: 2 }] }),
      expect(database.pool.query('select 3 as n')).resolves.toMatchObject({ rows: [{ n: 3 }] }),
    ]);
    await expect(checkDatabase(database)).resolves.toBeUndefined();
    await database.close();
  });

  it('rejects within the time limit when no host answers', async () => {
    const url = 'postgres://127.0.0.1:1,127.0.0.1:1/name';
    const database = scratch.open({ url, connectTimeoutMs: 300 });
    await expect(sql`select 1`.execute(database.kysely)).rejects.toThrow(/ECONNREFUSED/);
    await expect(checkDatabase(database)).rejects.toThrow(/ECONNREFUSED/);
    await database.close();
  });
});
