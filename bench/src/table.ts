// Formats the results of benchmarks that read WARC files.
import type { FileResult, ReaderSpeed, ServiceResult } from './results.ts';

export function formatResultsTable(results: readonly FileResult[]): string {
  return results.map(formatFile).join('\n\n');
}

function formatFile(result: FileResult): string {
  const { file, sizeBytes, inflatedBytes, records } = result;
  const title = `${file}: ${formatMegabytes(sizeBytes)} MB, ${(inflatedBytes / sizeBytes).toFixed(2)} times as much inflated, ${groupDigits(records)} records`;
  const head = ['', 'MB/s', 'records/s', 'of bound', '(by CPU)', '× warcio', '× w. + digests'];
  const lines = formatColumns([head, ...result.ways.map(formatWay)]);
  return [title, ...lines, ...(result.service ? formatService(result.service) : [])].join('\n');
}

function formatWay(way: ReaderSpeed): string[] {
  const ratio = (number: number | undefined) => (number === undefined ? '' : number.toFixed(2));
  return [
    way.name,
    way.megabytesPerSecond.toFixed(1),
    groupDigits(way.recordsPerSecond),
    ratio(way.shareOfBound),
    ratio(way.cpuShareOfBound),
    ratio(way.timesWarcio),
    ratio(way.timesWarcioDigesting),
  ];
}

function formatService(service: ServiceResult): string[] {
  const { memoryGrowthBytes, memoryGrowthOfAllBytes, storeRequestsPerGigabyte, twoAtOnce } = service;
  const { costOfCompanions, cpuTimesBound, cpuSecondsPerGigabyte } = service;
  return [
    ...(cpuTimesBound === undefined || cpuSecondsPerGigabyte === undefined
      ? []
      : [
          `  ${cpuSecondsPerGigabyte.toFixed(1)} processor seconds per GB of all processes together: ${cpuTimesBound.toFixed(2)} times those of the bound`,
        ]),
    ...(twoAtOnce === undefined
      ? []
      : [`  two imports at once: ${twoAtOnce.toFixed(2)} times the throughput of one`]),
    ...(costOfCompanions === undefined
      ? []
      : [`  keeping what was captured with artifacts costs ${(costOfCompanions * 100).toFixed(1)} %`]),
    `  memory of the service grew by ${formatMegabytes(memoryGrowthBytes)} MB in one import, ${formatMegabytes(memoryGrowthOfAllBytes)} MB over all`,
    `  ${storeRequestsPerGigabyte.toFixed(0)} requests to the object store per GB imported`,
  ];
}

/** Formats rows of cells as columns: the first column left-aligned, the others right-aligned. */
export function formatColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => {
    const cells = row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)));
    return `  ${cells.join('  ')}`.trimEnd();
  });
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** Rounds a number and groups its digits: `12,345`. */
export function groupDigits(number: number): string {
  return Math.round(number).toLocaleString('en');
}
