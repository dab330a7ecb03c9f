// Formats the results of the benchmark `copies`.
import { computeMedian } from '../measure.ts';
import type { CopiesPair, CopiesResults } from './copies-bench.ts';

export function formatCopiesTable(results: CopiesResults): string {
  const { importMegabytesPerSecond, createsPerSecond, readsPerSecond, equalReadsPerSecond, hang, place } =
    results;
  const head = ['', 'one store', 'two stores', 'share', 'shares of the rounds'];
  const rows = [
    formatPair('imports, MB/s', importMegabytesPerSecond),
    formatPair('creates/s', createsPerSecond),
    formatPair('reads/s', readsPerSecond),
    formatPair('reads/s, one store in both', equalReadsPerSecond),
  ];
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]!.length)));
  const lines = all.map((cells) => {
    const padded = cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)));
    return `  ${padded.join('  ')}`;
  });
  const words = hang
    ? `Reads while the nearest store hangs: p99 ${hang.p99HangingMs.toFixed(1)} ms after the first second, ` +
      `${hang.p99BeforeMs.toFixed(1)} ms before: a cost of ${hang.costMs.toFixed(1)} ms`
    : 'Reads while the nearest store hangs: not measured, because there is no S3 server';
  return [`Stores: ${place}`, ...lines, words].join('\n');
}

function formatPair(name: string, { one, two, share }: CopiesPair): string[] {
  return [
    name,
    computeMedian(one).toFixed(1),
    computeMedian(two).toFixed(1),
    share.toFixed(2),
    two.map((each, round) => (each / one[round]!).toFixed(2)).join(' '),
  ];
}
