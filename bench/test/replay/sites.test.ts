import { expect, it } from '@jest/globals';
import { BENCH_DOMAIN, makeSites, toUrlFolder } from '../../src/replay/sites.ts';

it('shares all captures among a twentieth as many URLs, a few of them busy', () => {
  const { all, busy, ten, usual } = makeSites(100_000);
  expect(all).toHaveLength(5_000);
  expect(new Set(all.map(({ urlkey }) => urlkey)).size).toBe(5_000);
  expect(all.reduce((sum, { captures }) => sum + captures, 0)).toBe(100_000);
  expect(busy.map(({ captures }) => captures)).toEqual([2_000, 2_000, 2_000, 2_000, 2_000]);
  expect([ten.length, new Set(ten.map(({ captures }) => captures))]).toEqual([50, new Set([10])]);
  expect(Math.min(...usual.map(({ captures }) => captures))).toBeGreaterThan(10);
});

it('puts six URLs into a folder, all under one domain', () => {
  const folders = Map.groupBy(makeSites(100_000).all, ({ url }) => toUrlFolder(url));
  expect(Math.max(...[...folders.values()].map((urls) => urls.length))).toBe(6);
  for (const folder of folders.keys())
    expect(new URL(folder).hostname.endsWith(`.${BENCH_DOMAIN}`)).toBe(true);
});
