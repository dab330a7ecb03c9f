import { expect, it } from '@jest/globals';
import { assertSameUrlkey, computeCapture, planVisits, toBenchAuid } from '../../src/growth/visits.ts';

it('makes new AUs and comes back to those before, the same every time', () => {
  const visits = planVisits(2_000_000);
  expect(visits).toHaveLength(400);
  expect(planVisits(2_000_000)).toEqual(visits);
  expect(visits[0]).toEqual({ number: 0, au: 1 });
  const seen = new Set<number>();
  for (const { au } of visits) {
    expect(au).toBeLessThanOrEqual(seen.size + 1);
    seen.add(au);
  }
  expect(seen.size).toBeGreaterThan(70);
  expect(seen.size).toBeLessThan(130);
});

it('names captures by what is known of them', () => {
  const { id, url, auid } = computeCapture({ number: 3, au: 12 }, 98);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(url).toBe('http://site000012.example.org/section-1/page-00000098.html');
  expect(auid).toBe(toBenchAuid(12));
  assertSameUrlkey(url, 'org,example,site000012)/section-1/page-00000098.html');
  expect(() => assertSameUrlkey(url, 'org,example)/')).toThrow('The urlkey of');
});
