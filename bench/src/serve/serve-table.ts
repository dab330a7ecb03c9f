// Formats the results of the benchmark `serve`.
import type { ReadCounts } from './readers.ts';
import type { ServeResults, SingleReaderResult } from './serve-bench.ts';

export function formatServeTable({ artifacts, connections, reads, lone, listing }: ServeResults): string {
  const { service, bareExpress } = reads;
  const kilobytes = (service.meanBytes / 1000).toFixed(0);
  return [
    `an AU of ${artifacts} artifacts`,
    '',
    `GET payload of ${kilobytes} KB, ${connections} connections`,
    `  service       ${formatRate(service)}`,
    `  bare Express  ${formatRate(bareExpress)}`,
    `  ${reads.share.toFixed(2)} of the bare handler`,
    '',
    'one reader alone',
    `  that payload  ${formatCost(lone.payload)}`,
    `  no database   ${formatCost(lone.withoutDatabase)}`,
    '',
    `listing in pages of ${listing.pageRows}`,
    `  service       ${listing.rowsPerSecond.toFixed(0).padStart(8)} rows/s`,
    `   parsed       ${listing.parsed.rowsPerSecond.toFixed(0).padStart(8)} rows/s, by a client that makes objects of them`,
    `  ${listing.by.padEnd(12)}  ${listing.bareRowsPerSecond.toFixed(0).padStart(8)} rows/s`,
    `  ${listing.share.toFixed(2)} of ${listing.by}, parsed ${listing.parsed.share.toFixed(2)}`,
  ].join('\n');
}

function formatRate({ perSecond, p50Ms, p99Ms }: ReadCounts): string {
  return `${perSecond.toFixed(0).padStart(8)} requests/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms`;
}

function formatCost({ reads: { p50Ms, p99Ms }, serviceMs, databaseMs }: SingleReaderResult): string {
  const processor = `processor ${serviceMs.toFixed(2)} ms, of PostgreSQL ${databaseMs.toFixed(2)} ms`;
  return `p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  ${processor}`;
}
