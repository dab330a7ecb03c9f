// Formats the results of the benchmark `start`.
import { formatColumns } from '../table.ts';
import type { StartResult } from './start-bench.ts';

const head = [
  '',
  's',
  'CPU s',
  'later s',
  'CPU s',
  'toolchain MB',
  'packages',
  'compiled',
  'clone',
  'together',
];

export function formatStartTable(results: readonly StartResult[]): string {
  return formatColumns([head, ...results.map(toTableRow)]).join('\n');
}

function toTableRow({ commit, fresh, later, diskBytes }: StartResult): string[] {
  const { toolchain, packages, compiled, clone } = diskBytes;
  const starts = [fresh, later].flatMap(({ seconds, cpuSeconds }) => [seconds, cpuSeconds]);
  const sizes = [toolchain, packages, compiled, clone, toolchain + packages + compiled + clone];
  const [name = ''] = commit.split(' ');
  return [name, ...starts.map((one) => one.toFixed(1)), ...sizes.map((bytes) => (bytes / 1e6).toFixed(0))];
}
