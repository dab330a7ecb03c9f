// Large values are not serialized by the driver. They arrive unchanged among other values, and the next statement is
// not affected.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { runInTransaction } from '../../src/index.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

const selectBytes = (bytes: Buffer) => sql<Record<string, unknown>>`
  select ${null}::text as nothing, md5(${bytes}::bytea) as md5, ${'é "x"'}::text as text, ${-7}::integer as number,
    ${true}::boolean as boolean, ${Buffer.from([0, 255])}::bytea as short, ${['a', 'b']}::text[] as list`;

it.each([1, 64 * 1024 - 1, 64 * 1024, 5_000_000])('arrive when they are %d bytes', async (length) => {
  const { kysely } = scratch.open({ poolSize: 1 });
  const bytes = Buffer.alloc(length, 'some bytes');
  const md5 = createHash('md5').update(bytes).digest('hex');
  const expected = { nothing: null, md5, text: 'é "x"', number: -7, boolean: true, list: ['a', 'b'] };
  await runInTransaction(kysely, async (tx) => {
    for (let again = 0; again < 3; again++) {
      const { rows } = await selectBytes(bytes).execute(tx);
      expect(rows).toEqual([{ ...expected, short: Buffer.from([0, 255]) }]);
    }
  });
  // The caller's buffers are unchanged.
  expect(createHash('md5').update(bytes).digest('hex')).toBe(md5);
});

it('fail as others do, and leave the connection as good as it was', async () => {
  const { kysely } = scratch.open({ poolSize: 1 });
  const bytes = Buffer.alloc(200_000);
  await expect(sql`select ${bytes}::bigint[]`.execute(kysely)).rejects.toThrow();
  const { rows } = await selectBytes(bytes).execute(kysely);
  expect(rows).toHaveLength(1);
});

it('may be gone before they are sent, with their connection', async () => {
  const { kysely, pool } = scratch.open({ poolSize: 1 });
  const client = await pool.connect();
  const asked = client.query('select length($1::bytea)', [Buffer.alloc(50_000_000)]);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  await expect(asked).rejects.toThrow();
  client.release(true);
  const { rows } = await selectBytes(Buffer.alloc(100_000)).execute(kysely);
  expect(rows).toHaveLength(1);
});
