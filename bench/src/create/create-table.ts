// Results of the benchmark `create` as text for people.
import type { CreateResults, StoreResult, WayOfCreating } from './create-results.ts';

const head = ['', 'artifacts/s', 'p50 ms', 'p99 ms', 'objects/1,000', 'service CPU ms each', 'runs'];

export function createTable({ creators, seconds, payloadBytes, stores, leftOut }: CreateResults): string {
  const title = `${creators} creators for ${seconds} s, ${(payloadBytes / 1000).toFixed(0)} KB each, one AU`;
  const missing = leftOut.map(({ store, reason }) => `NOT MEASURED: ${store}, because ${reason}.`);
  return [title, ...stores.map(storeTable), ...missing].join('\n\n');
}

function storeTable({ store, grouped, alone, timesAlone }: StoreResult): string {
  const rows = [head, row(`${store}, group commit`, grouped), row(`${store}, each alone`, alone)];
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const lines = rows.map((cells) => `  ${cells.map((cell, i) => padded(cell, i, widths[i]!)).join('  ')}`);
  return [...lines, `  group commit: ${timesAlone.toFixed(2)} times the artifacts per second`].join('\n');
}

function row(name: string, way: WayOfCreating): string[] {
  return [
    name,
    way.artifactsPerSecond.toFixed(0),
    way.p50Ms.toFixed(1),
    way.p99Ms.toFixed(1),
    way.objectsPerThousandArtifacts.toFixed(1),
    way.serviceCpuMs.toFixed(2),
    way.runs.map(({ artifactsPerSecond }) => artifactsPerSecond.toFixed(0)).join(' '),
  ];
}

function padded(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
