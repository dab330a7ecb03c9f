// Formats the results of the benchmark `search`.
import { computeMedian } from '../measure.ts';
import { formatColumns } from '../table.ts';
import type { SearchSize } from './load-searched.ts';
import type { SearchImportResult, SearchIndexResult, SearchResults } from './search-bench.ts';

export function formatSearchTable({ indexes, imports }: SearchResults): string {
  return [...indexes.map(formatIndex), formatImports(imports)].join('\n\n');
}

function formatIndex(index: SearchIndexResult): string {
  const { captures, urls, sizes, loadSeconds, fillSeconds, latencies } = index;
  const rows = latencies.map(({ name, requests, p50Ms, p99Ms, without, tooMany, refused }) => [
    name,
    groupDigits(requests),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    groupDigits(without),
    groupDigits(tooMany),
    groupDigits(refused),
  ]);
  return [
    `  ${groupDigits(captures)} captures of ${groupDigits(urls)} URLs, loaded in ${groupDigits(loadSeconds)} s`,
    `  URLs stored for the search in ${fillSeconds.toFixed(0)} s: ${groupDigits(captures / fillSeconds)} captures/s, ${groupDigits(urls / fillSeconds)} URLs/s`,
    `  bytes per capture: ${formatSizes(sizes, captures)}`,
    `  bytes per URL: ${formatSizes(
      sizes.filter(({ isPerUrl }) => isPerUrl),
      urls,
    )}`,
    ...formatColumns([['search', 'requests', 'p50 ms', 'p99 ms', 'nothing', 'too many', '503'], ...rows]),
  ].join('\n');
}

function formatSizes(sizes: readonly SearchSize[], divisor: number): string {
  const sum = sizes.reduce((bytes, size) => bytes + size.bytes, 0);
  const parts = sizes.map(({ name, bytes }) => `${name} ${(bytes / divisor).toFixed(1)}`);
  return `${(sum / divisor).toFixed(1)} (${parts.join(', ')})`;
}

/** Compares each run with the same round's run without search. */
function formatImports(imports: readonly SearchImportResult[]): string {
  const rows = imports.map(({ file, mode, records, seconds, behindSeconds }) => {
    const off = imports.find((other) => other.file === file && other.mode === 'off')!;
    const ratios = seconds.map((one, round) => one / off.seconds[round]!);
    return [
      `${file}, URL_SEARCH=${mode}`,
      groupDigits(records),
      computeMedian(seconds).toFixed(2),
      groupDigits(records / computeMedian(seconds)),
      computeMedian(ratios).toFixed(3),
      mode === 'off' ? '' : computeMedian(behindSeconds).toFixed(1),
    ];
  });
  return formatColumns([
    ['import', 'records', 'seconds', 'records/s', 'time / off', 's behind'],
    ...rows,
  ]).join('\n');
}

const groupDigits = (number: number): string => Math.round(number).toLocaleString('en');
