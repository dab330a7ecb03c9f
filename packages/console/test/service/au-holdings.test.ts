// Tests computing the total content of an AU over several namespaces.
import { expect, it } from '@jest/globals';
import { sumAuHoldings } from '../../src/service/au-holdings.ts';

const held = (namespace: string, one: number) => ({
  ...{ namespace, auid: 'an AU', artifacts: one, committed: one, urls: one },
  ...{ bytes: one * 10, latestBytes: one * 5, storedBytes: one * 20 },
});

it('adds up what an AU holds in each namespace, and names them', () => {
  expect(sumAuHoldings([held('default', 3), held('other', 4)])).toEqual({
    ...{ namespaces: ['default', 'other'], auid: 'an AU', artifacts: 7, committed: 7, urls: 7 },
    ...{ bytes: 70, latestBytes: 35, storedBytes: 140 },
  });
  expect(sumAuHoldings([])).toBeNull();
});
