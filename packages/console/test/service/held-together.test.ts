// Tests summing what an AU holds in several namespaces.
import { expect, it } from '@jest/globals';
import { together } from '../../src/service/held-together.ts';

const held = (namespace: string, one: number) => ({
  ...{ namespace, auid: 'an AU', artifacts: one, committed: one, urls: one },
  ...{ bytes: one * 10, latestBytes: one * 5, storedBytes: one * 20 },
});

it('adds up what an AU holds in each namespace, and names them', () => {
  expect(together([held('default', 3), held('other', 4)])).toEqual({
    ...{ namespaces: ['default', 'other'], auid: 'an AU', artifacts: 7, committed: 7, urls: 7 },
    ...{ bytes: 70, latestBytes: 35, storedBytes: 140 },
  });
  expect(together([])).toBeNull();
});
