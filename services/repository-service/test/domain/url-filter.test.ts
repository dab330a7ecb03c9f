import { expect, it } from '@jest/globals';
import { UrlFilter } from '../../src/domain/url-filter.ts';

const url = (i: number) => `http://www.example.org/section/${i % 7}/page-${i}.html`;

it('holds every URL it was given, and few others', () => {
  const filter = new UrlFilter();
  for (let i = 0; i < 20_000; i++) filter.add(url(i));
  let missed = 0;
  let mistaken = 0;
  for (let i = 0; i < 20_000; i++) {
    if (!filter.mayHold(url(i))) missed++;
    if (filter.mayHold(url(i + 1_000_000))) mistaken++;
  }
  expect(missed).toBe(0);
  expect(mistaken).toBeLessThan(20);
});

it('holds none when it was given none', () => {
  const filter = new UrlFilter();
  expect(['', 'http://a/', url(1)].filter((one) => filter.mayHold(one))).toEqual([]);
});

it('tells URLs of one character apart', () => {
  const filter = new UrlFilter();
  filter.add('a');
  expect([filter.mayHold('a'), filter.mayHold('b'), filter.mayHold('aa'), filter.mayHold('')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
