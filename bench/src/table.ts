// Formats the results of benchmarks that read WARC files.
import type { FileResult, ReaderSpeed, ServiceResult } from './results.ts';

export function formatResultsTable(results: readonly FileResult[]): string {
  return results.map(fileTable).join('\n\n');
}

function fileTable(result: FileResult): string {
  const { file, sizeBytes, inflatedBytes, records } = result;
  const title = `${file}: ${megabytes(sizeBytes)} MB, ${(inflatedBytes / sizeBytes).toFixed(2)} times as much inflated, ${count(records)} records`;
  const head = ['', 'MB/s', 'records/s', 'of bound', '(by CPU)', '× warcio', '× w. + digests'];
  const lines = formatColumns([head, ...result.ways.map(wayRow)]);
  return [title, ...lines, ...(result.service ? serviceLines(result.service) : [])].join('\n');
}

function wayRow(way: ReaderSpeed): string[] {
  const ratio = (number: number | undefined) => (number === undefined ? '' : number.toFixed(2));
  return [
    way.name,
    way.megabytesPerSecond.toFixed(1),
    count(way.recordsPerSecond),
    ratio(way.shareOfBound),
    ratio(way.cpuShareOfBound),
    ratio(way.timesWarcio),
    ratio(way.timesWarcioDigesting),
  ];
}

function serviceLines(service: ServiceResult): string[] {
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
    `  memory of the service grew by ${megabytes(memoryGrowthBytes)} MB in one import, ${megabytes(memoryGrowthOfAllBytes)} MB over all`,
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

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en');
}
