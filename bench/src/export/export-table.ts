// Formats the results of the benchmark `export`.
import type { ExportResults } from './export-bench.ts';

export function formatExportTable({
  objects,
  sizeBytes,
  ways,
  ofCat,
  memoryGrowthBytes,
}: ExportResults): string {
  return [
    `An AU of ${formatMegabytes(sizeBytes)} MB in ${objects} objects`,
    ...ways.map(
      ({ name, megabytesPerSecond }) =>
        `  ${name.padEnd(8)} ${megabytesPerSecond.toFixed(0).padStart(6)} MB/s`,
    ),
    `  a WARC file is exported at ${ofCat.toFixed(2)} of the speed of cat`,
    `  memory of the service grew by ${formatMegabytes(memoryGrowthBytes)} MB`,
  ].join('\n');
}

const formatMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
