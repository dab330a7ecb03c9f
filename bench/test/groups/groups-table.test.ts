import { expect, it } from '@jest/globals';
import { formatGroupsTable } from '../../src/groups/groups-table.ts';

it('shows the median of each step, and all its runs', () => {
  const steps = [
    { name: 'add', seconds: [1, 1.5, 2], ausPerSecond: 6_666.7 },
    { name: 'deactivate', seconds: [0.4], ausPerSecond: 25_000 },
  ];
  expect(formatGroupsTable({ aus: 10_000, added: 9_980, steps })).toBe(
    [
      '10,000 AUs of the corpus in each request, of which 9,980 can be added',
      '              seconds   AUs/s            runs',
      '  add            1.50   6,667  1.00 1.50 2.00',
      '  deactivate     0.40  25,000            0.40',
    ].join('\n'),
  );
});
