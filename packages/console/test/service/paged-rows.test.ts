// Tests a paged listing: loading visible rows, discarding rows far from the visible range, and loading them again by
// page token.
import { expect, it } from '@jest/globals';
import { PagedRows } from '../../src/service/paged-rows.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

function listing(length: number, size: number) {
  const asked: (string | undefined)[] = [];
  const state = { fails: false };
  const rows = new PagedRows<number>(
    async (token) => {
      asked.push(token);
      await soon();
      if (state.fails) throw new Error('away');
      const start = Number(token ?? 0);
      const end = Math.min(start + size, length);
      const page = Array.from({ length: end - start }, (_, i) => start + i);
      return { rows: page, token: end < length ? String(end) : undefined };
    },
    () => undefined,
  );
  return { rows, asked, state };
}

async function settled() {
  for (let i = 0; i < 5; i++) await soon();
}

it('goes on as far as it is looked at, and knows when it is whole', async () => {
  const { rows, asked } = listing(25, 10);
  rows.begin();
  await settled();
  expect([rows.known, rows.isWhole, asked]).toEqual([10, false, [undefined]]);
  rows.show(0, 5);
  await settled();
  expect(rows.known).toBe(10);
  for (const last of [12, 22, 40]) {
    rows.show(last - 5, last);
    await settled();
  }
  expect([rows.known, rows.isWhole, asked]).toEqual([25, true, [undefined, '10', '20']]);
  expect([0, 9, 10, 24, 25].map((index) => rows.rowAt(index))).toEqual([0, 9, 10, 24, undefined]);
});

it('holds the rows around the window alone, and has the others again', async () => {
  const { rows, asked } = listing(1_000, 10);
  rows.begin();
  for (let last = 9; last < 500; last += 10) {
    await settled();
    rows.show(last - 5, last);
  }
  await settled();
  const held = Array.from({ length: rows.known }, (_, index) => rows.rowAt(index)).filter(
    (row) => row !== undefined,
  );
  expect(held.length).toBeLessThanOrEqual(10 * 14);
  expect(rows.rowAt(3)).toBeUndefined();
  const before = asked.length;
  rows.show(0, 15);
  await settled();
  expect(asked.slice(before)).toEqual([undefined, '10']);
  expect([rows.rowAt(3), rows.rowAt(15)]).toEqual([3, 15]);
});

it('tells what went wrong, and goes on when asked again', async () => {
  const { rows, state } = listing(25, 10);
  state.fails = true;
  rows.begin();
  await settled();
  expect(rows.problem).toMatchObject({ message: 'away' });
  rows.show(0, 20);
  state.fails = false;
  rows.again();
  await settled();
  expect([rows.problem, rows.known]).toEqual([undefined, 10]);
});

it('takes nothing in when it is closed', async () => {
  const { rows } = listing(25, 10);
  rows.begin();
  rows.close();
  await settled();
  expect(rows.known).toBe(0);
});
