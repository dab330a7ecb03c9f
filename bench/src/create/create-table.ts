// Formats the results of the benchmark `create`.
import type { CreateMedians, CreateResults, LargeArtifacts, StoreResult } from './create-results.ts';

const head = ['', 'artifacts/s', 'p50 ms', 'p99 ms', 'objects/1,000', 'service CPU ms each', 'runs'];
const largeHead = ['', 'MB/s', 'artifacts/s', 'p50 ms', 'p99 ms', 'service CPU ms each', 'memory MB', 'runs'];

export function formatCreateTable(results: CreateResults): string {
  const { stores, large } = results;
  const missing = results.leftOut.map(({ store, reason }) => `NOT MEASURED: ${store}, because ${reason}.`);
  const small = [formatTitle(results), ...stores.map(formatStore)];
  const ofLarge = stores.map(({ store, large: found }) => toLargeTableRow(store, found));
  const largeTable =
    stores.length > 0 ? [formatTitle(large), alignRows([largeHead, ...ofLarge]).join('\n')] : [];
  return [...small, ...largeTable, ...missing].join('\n\n');
}

function formatTitle({ creators, seconds, payloadBytes }: CreateResults['large']): string {
  const size = payloadBytes < 1e6 ? `${(payloadBytes / 1e3).toFixed(0)} KB` : `${payloadBytes / 1e6} MB`;
  return `${creators} creators for ${seconds} s, ${size} each, one AU`;
}

function formatStore({ store, grouped, alone, timesAlone }: StoreResult): string {
  const lines = alignRows([
    head,
    toTableRow(`${store}, group commit`, grouped),
    toTableRow(`${store}, each alone`, alone),
  ]);
  return [...lines, `  group commit: ${timesAlone.toFixed(2)} times the artifacts per second`].join('\n');
}

function alignRows(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows.map((cells) => `  ${cells.map((cell, i) => padCell(cell, i, widths[i]!)).join('  ')}`);
}

function toTableRow(name: string, way: CreateMedians): string[] {
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

function toLargeTableRow(name: string, found: LargeArtifacts): string[] {
  return [
    name,
    found.megabytesPerSecond.toFixed(0),
    found.artifactsPerSecond.toFixed(2),
    found.p50Ms.toFixed(0),
    found.p99Ms.toFixed(0),
    found.serviceCpuMs.toFixed(0),
    (found.memoryBytes / 1e6).toFixed(0),
    found.runs.map(({ megabytesPerSecond }) => megabytesPerSecond.toFixed(0)).join(' '),
  ];
}

function padCell(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
