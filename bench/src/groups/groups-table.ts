// Formats the results of the benchmark `groups`.
import { computeMedian } from '../measure.ts';
import type { GroupsResults } from './groups-bench.ts';

export function formatGroupsTable({ aus, added, steps }: GroupsResults): string {
  const title = `${groupDigits(aus)} AUs of the corpus in each request, of which ${groupDigits(added)} can be added`;
  const head = ['', 'seconds', 'AUs/s', 'runs'];
  const rows = steps.map(({ name, seconds, ausPerSecond }) => [
    name,
    computeMedian(seconds).toFixed(2),
    groupDigits(ausPerSecond),
    seconds.map((one) => one.toFixed(2)).join(' '),
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]!.length)));
  const lines = all.map((cells) => {
    const padded = cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)));
    return `  ${padded.join('  ')}`;
  });
  return [title, ...lines].join('\n');
}

const groupDigits = (number: number): string => Math.round(number).toLocaleString('en');
