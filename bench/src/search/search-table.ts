// Formats the results of the benchmark `search`.
import { computeMedian } from '../measure.ts';
import { formatColumns } from '../table.ts';
import type { SearchImportResult, SearchIndexResult, SearchResults } from './search-bench.ts';

export function formatSearchTable({ indexes, imports }: SearchResults): string {
  return [...indexes.map(formatIndex), formatImports(imports)].join('\n\n');
}

function formatIndex({ captures, capturesPerUrl, sizes, fillSeconds, latencies }: SearchIndexResult): string {
  const urls = captures / capturesPerUrl;
  const parts = sizes.map(({ name, bytes }) => `${name} ${(bytes / captures).toFixed(1)}`);
  const rows = latencies.map(({ name, requests, p50Ms, p99Ms, without, tooMany }) => [
    name,
    count(requests),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    count(without),
    count(tooMany),
  ]);
  return [
    `  ${count(captures)} captures of ${count(urls)} URLs, stored in ${fillSeconds.toFixed(0)} s (${count(urls / fillSeconds)} URLs/s)`,
    `  bytes per capture: ${parts.join(', ')}`,
    ...formatColumns([['search', 'requests', 'p50 ms', 'p99 ms', 'nothing', 'too many'], ...rows]),
  ].join('\n');
}

function formatImports(imports: readonly SearchImportResult[]): string {
  const rows = imports.map(({ file, mode, records, seconds, behindSeconds }) => [
    `${file}, URL_SEARCH=${mode}`,
    count(records),
    computeMedian(seconds).toFixed(2),
    count(records / computeMedian(seconds)),
    mode === 'off' ? '' : computeMedian(behindSeconds).toFixed(1),
  ]);
  return formatColumns([['import', 'records', 'seconds', 'records/s', 's behind'], ...rows]).join('\n');
}

const count = (number: number): string => Math.round(number).toLocaleString('en');
