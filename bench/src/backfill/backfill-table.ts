// Formats the results of the benchmark `backfill`.
import type { ReadCounts } from '../serve/readers.ts';
import type { BackfillResults } from './backfill-bench.ts';

export function formatBackfillTable(results: BackfillResults): string {
  const { artifacts, objects, bytes, seconds, idle, during, ratio, importSeconds } = results;
  const perSecond = (count: number) => (count / seconds).toFixed(1);
  return [
    `${artifacts} artifacts in ${results.largeArchives} large and ${results.smallArchives} small archives, ` +
      `imported in ${importSeconds.toFixed(1)} s`,
    `  second store         ${objects} objects, ${(bytes / 1e6).toFixed(1)} MB`,
    `  backfill             ${seconds.toFixed(1)} s; no setting limits its rate, but it waits in a busy process`,
    `                       ${perSecond(objects)} objects/s, ${perSecond(bytes / 1e6)} MB/s, ${perSecond(artifacts)} artifacts/s`,
    `  reads, idle          ${formatReads(idle)}`,
    `  reads, backfilling   ${formatReads(during)}`,
    `  p99 ÷ idle p99       ${ratio.toFixed(2)}`,
  ].join('\n');
}

function formatReads({ p50Ms, p99Ms, perSecond }: ReadCounts): string {
  return `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${perSecond.toFixed(0)} reads/s`;
}
