// Formats the results of the benchmark `idle`.
import { formatColumns } from '../table.ts';
import type { IdleCost } from './idle-bench.ts';

const HOUR_SECONDS = 3_600;
const COMMAND_CHARACTERS = 70;

export function formatIdleTable(cost: IdleCost): string {
  const { seconds, processes, pssBytes, cpuSeconds, writtenBytes, diskBytes } = cost;
  const hourly = (bytes: number) => ((bytes * HOUR_SECONDS) / seconds / 1e6).toFixed(2);
  const total = [
    `${processes.length} processes`,
    `${(pssBytes / 1e6).toFixed(0)} MB of memory`,
    `${((cpuSeconds * 100) / seconds).toFixed(2)} % of a processor`,
    diskBytes === undefined
      ? `${hourly(writtenBytes)} MB per hour written by the processes`
      : `${hourly(diskBytes)} MB per hour written to the disk`,
  ].join(', ');
  const rows = processes.map((one) => [
    String(one.pid),
    (one.pssBytes / 1e6).toFixed(1),
    one.cpuSeconds.toFixed(2),
    (one.writtenBytes / 1e6).toFixed(2),
    one.command.slice(-COMMAND_CHARACTERS),
  ]);
  const head = ['pid', 'MB', 'CPU s', 'MB written', ''];
  return `${total}\n\n${formatColumns([head, ...rows]).join('\n')}`;
}
