// Formats the results of the benchmark `replay`.
import { groupDigits } from '../table.ts';
import type { FullScan } from './full-scan.ts';
import type { LookupMeasurement } from './lookups.ts';
import type { ReplayResults } from './replay-results.ts';
import type { SurtRate } from './surt-rate.ts';

const head = ['look-ups', 'p50 ms', 'p99 ms', 'SELECT p50', 'SELECT p99', '× SELECT at p50'];

export function formatReplayTable(results: ReplayResults): string {
  const { captures, urls, busyCaptures, lookups, busyOverTen, scans, surt } = results;
  return [
    `${groupDigits(captures)} captures of ${groupDigits(urls)} URLs, busy ones with ${groupDigits(busyCaptures)} each`,
    formatLookups(lookups),
    `  closest of a busy URL: ${busyOverTen.toFixed(2)} times the p50 of closest of a URL with 10 captures`,
    `${formatScan('full scan by resume keys', scans.resumed)}\n${formatScan('full scan in one answer', scans.whole)}`,
    formatSurtRate(surt),
  ].join('\n\n');
}

function formatLookups(lookups: readonly LookupMeasurement[]): string {
  const rows = [head, ...lookups.map(toTableRow)];
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const padded = (cell: string, i: number) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!));
  return rows.map((cells) => `  ${cells.map(padded).join('  ')}`).join('\n');
}

function toTableRow({ name, overHttp, bareSelect, timesSelect }: LookupMeasurement): string[] {
  const { p50Ms, p99Ms } = overHttp;
  const latencies = [p50Ms, p99Ms, bareSelect.p50Ms, bareSelect.p99Ms].map((ms) => ms.toFixed(2));
  return [name, ...latencies, timesSelect.toFixed(2)];
}

function formatScan(name: string, { lines, answers, linesPerSecond, memoryGrowthBytes }: FullScan): string {
  const came = `${groupDigits(lines)} lines in ${groupDigits(answers)} answer${answers === 1 ? '' : 's'}`;
  const memory = `memory of the service grew by ${(memoryGrowthBytes / 1e6).toFixed(1)} MB`;
  return `  ${name}: ${groupDigits(linesPerSecond)} lines/s (${came}); ${memory}`;
}

function formatSurtRate({ urls, perSecond, python }: SurtRate): string {
  const own = `  urlkeys: ${groupDigits(perSecond)} URLs/s on one core (a list of ${groupDigits(urls)})`;
  if ('missing' in python) return `${own}\n  NOT MEASURED: python surt, because ${python.missing}`;
  const keys = python.sameKeys ? 'the same keys' : 'OTHER KEYS';
  return `${own}\n  python surt: ${groupDigits(python.perSecond)} URLs/s, ${keys}; ours is ${python.timesPython.toFixed(1)} times as fast`;
}
