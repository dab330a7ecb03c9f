import { expect, it } from '@jest/globals';
import { formatIdleTable } from '../../src/idle/idle-table.ts';

const one = { pid: 7, command: 'postgres: checkpointer', pssBytes: 12e6, cpuSeconds: 0.5, writtenBytes: 3e6 };
const cost = {
  seconds: 600,
  processes: [one],
  pssBytes: 12e6,
  cpuSeconds: 3,
  writtenBytes: 1e6,
  diskBytes: undefined,
};

it('shows what a node costs, extrapolated to an hour, and each process', () => {
  expect(formatIdleTable(cost).split('\n')[0]).toBe(
    '1 processes, 12 MB of memory, 0.50 % of a processor, 6.00 MB per hour written by the processes',
  );
  expect(formatIdleTable({ ...cost, diskBytes: 50_000 })).toContain('0.30 MB per hour written to the disk');
  expect(formatIdleTable(cost)).toMatch(/ 7 +12\.0 +0\.50 +3\.00 +postgres: checkpointer/);
});
