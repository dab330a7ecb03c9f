// Tests the time of a user's last visit.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readLastVisit, storeVisit } from '../../src/browser/last-visit.ts';

const HOUR_MS = 3_600_000;
const startMs = Date.UTC(2026, 10, 23, 8);
const scope = globalThis as { localStorage?: unknown };

beforeEach(() => {
  const stored = new Map<string, string>();
  scope.localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  };
});
afterEach(() => {
  delete scope.localStorage;
});

it('is unknown on the first visit, even after a reload', () => {
  expect(readLastVisit('ada', startMs)).toBeUndefined();
  storeVisit('ada', startMs + 10_000);
  expect(readLastVisit('ada', startMs + 60_000)).toBeUndefined();
});

it('is the end of the previous visit during the whole next visit', () => {
  storeVisit('ada', startMs);
  storeVisit('ada', startMs + 60_000);
  const nextMs = startMs + 24 * HOUR_MS;
  expect(readLastVisit('ada', nextMs)).toBe(startMs + 60_000);
  storeVisit('ada', nextMs + 10_000);
  expect(readLastVisit('ada', nextMs + 20 * 60_000)).toBe(startMs + 60_000);
  expect(readLastVisit('ada', nextMs + HOUR_MS)).toBe(nextMs + 10_000);
});

it('belongs to one user', () => {
  storeVisit('ada', startMs);
  expect(readLastVisit('bob', startMs + HOUR_MS)).toBeUndefined();
});
