// Tests the AU table without rendering it: listing, loading of visible rows, and selection.
import { describe, expect, it } from '@jest/globals';
import { AuNumbers, readAuNumbers } from '../../../src/screens/aus/listing.ts';
import { createRowWindow, PAGE_ROWS } from '../../../src/screens/aus/row-window.ts';
import {
  changeAuSelection,
  countSelectedAus,
  EMPTY_SELECTION,
  FULL_SELECTION,
  isAuSelected,
  listSelectedNumbers,
} from '../../../src/screens/aus/selection.ts';

/** Yields CSV in chunks that end at arbitrary positions. */
async function* csv(count: number): AsyncGenerator<Uint8Array> {
  const lines = Array.from({ length: count }, (_, at) => `${(at + 1) * 3}\r\n`);
  const bytes = new TextEncoder().encode(`auNumber\r\n${lines.join('')}`);
  for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001);
}

describe('a listing', () => {
  it('holds all numbers, and tells of the first of them at once', async () => {
    const calls: [number, boolean][] = [];
    let last = new AuNumbers();
    await readAuNumbers(csv(50_000), (numbers, isWhole) => {
      calls.push([numbers.length, isWhole]);
      last = numbers;
    });
    expect(calls[0]![0]).toBeLessThan(500);
    expect(calls.at(-1)).toEqual([50_000, true]);
    expect([last.at(0), last.at(49_999), last.at(50_000)]).toEqual([3, 150_000, undefined]);
    expect(last.slice(49_998, 60_000)).toEqual([149_997, 150_000]);
  });

  it('of no AU is whole and empty', async () => {
    const calls: boolean[] = [];
    await readAuNumbers(csv(0), ({ length }, isWhole) => calls.push(isWhole && length === 0));
    expect(calls).toEqual([true]);
  });
});

describe('the rows that are held', () => {
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  const rowsFrom = (asked: number[], signals: AbortSignal[] = []) => ({
    count: () => 400_000,
    fetchRows: async (from: number, to: number, signal: AbortSignal) => {
      asked.push(from);
      signals.push(signal);
      return Array.from({ length: to - from }, (_, at) => (from + at === 5 ? undefined : `row ${from + at}`));
    },
    changed: () => undefined,
    failed: () => undefined,
    pauseMs: 0,
  });

  it('are those in sight and a few around, wherever the reader jumps', async () => {
    const asked: number[] = [];
    const window = createRowWindow(rowsFrom(asked));
    window.look(0, 30);
    await settled();
    expect([window.at(0), window.at(5), window.at(30), window.at(5_000)]).toEqual([
      'row 0',
      null,
      'row 30',
      undefined,
    ]);
    for (const first of [399_000, 12_345, 200_000]) {
      window.look(first, first + 30);
      await settled();
      expect(window.at(first)).toBe(`row ${first}`);
      expect(window.held).toBeLessThanOrEqual(7 * PAGE_ROWS);
    }
    expect(window.at(0)).toBeUndefined();
    window.stop();
  });

  it('grow with a table that is still being listed', async () => {
    const asked: number[] = [];
    let count = 250;
    const window = createRowWindow({
      ...rowsFrom(asked),
      count: () => count,
      fetchRows: async (from: number, to: number) => {
        asked.push(from);
        return Array.from({ length: Math.min(to, count) - from }, (_, at) => `row ${from + at}`);
      },
    });
    window.look(200, 249);
    await settled();
    expect(asked).toEqual([200, 100]);
    expect([window.at(249), window.at(250)]).toEqual(['row 249', undefined]);
    count = 1_000;
    window.look(200, 260);
    await settled();
    expect(asked).toEqual([200, 100, 200, 300]);
    expect(window.at(260)).toBe('row 260');
    window.stop();
  });

  it('are not asked for while the reader rushes by', async () => {
    const asked: number[] = [];
    const window = createRowWindow(rowsFrom(asked));
    window.look(0, 30);
    await settled();
    asked.length = 0;
    for (let first = 1_000; first < 100_000; first += 1_000) window.look(first, first + 30);
    expect(asked).toEqual([]);
    await settled();
    expect(asked).toEqual([99_000, 99_100, 98_900]);
    window.stop();
  });

  it('are asked for at once when the table grows, even if it goes on growing', () => {
    const asked: number[] = [];
    let count = 0;
    const window = createRowWindow({ ...rowsFrom(asked), count: () => count, pauseMs: 60_000 });
    window.look(0, 0);
    expect(asked).toEqual([]);
    for (count = 250; count < 2_000; count += 250) window.look(0, 30);
    expect(asked).toEqual([0, 100]);
    window.stop();
  });

  it('are given up when they are not wanted any more, and asked for again after a failure', async () => {
    const signals: AbortSignal[] = [];
    let failures = 0;
    const window = createRowWindow<string>({
      count: () => 400_000,
      fetchRows: (_from, _to, signal) => {
        signals.push(signal);
        return signals.length < 3 ? new Promise(() => undefined) : Promise.reject(new Error('away'));
      },
      changed: () => undefined,
      failed: () => {
        failures += 1;
      },
      pauseMs: 0,
    });
    window.look(0, 30);
    await settled();
    window.look(50_000, 50_030);
    await settled();
    expect(signals.slice(0, 2).every(({ aborted }) => aborted)).toBe(true);
    const before = failures;
    window.look(50_000, 50_031);
    await settled();
    expect(failures).toBeGreaterThan(before);
    window.stop();
  });
});

describe('a selection', () => {
  const listing = new AuNumbers();
  for (let number = 10; number < 20; number += 1) listing.push(number);
  const all = (selection: typeof EMPTY_SELECTION) => [...listSelectedNumbers(selection, listing, 3)].flat();

  it('is of some, or of all but some', () => {
    const some = changeAuSelection(changeAuSelection(EMPTY_SELECTION, [11, 12, 13], true), [12], false);
    expect([countSelectedAus(some, 10), isAuSelected(some, 11), isAuSelected(some, 12)]).toEqual([
      2,
      true,
      false,
    ]);
    expect(all(some)).toEqual([11, 13]);
    const most = changeAuSelection(changeAuSelection(FULL_SELECTION, [11, 12, 13], false), [12], true);
    expect([
      countSelectedAus(most, 10),
      isAuSelected(most, 11),
      isAuSelected(most, 12),
      isAuSelected(most, 19),
    ]).toEqual([8, false, true, true]);
    expect(all(most)).toEqual([10, 12, 14, 15, 16, 17, 18, 19]);
  });

  it('comes in batches', () => {
    expect([...listSelectedNumbers(FULL_SELECTION, listing, 4)].map(({ length }) => length)).toEqual([
      4, 4, 2,
    ]);
  });
});
