// Benchmark `peers`: reads WARC files and looks up captures, compared with other projects' programs. These come from
// PyPI and Maven Central. The result lists the programs that are not available.
import type { WarcFile } from '../corpus/cached-file.ts';
import type { SystemOpener } from '../service/system.ts';
import { formatColumns } from '../table.ts';
import type { LookupPeers } from './lookup-results.ts';
import { type LookupOptions, runLookupPeers } from './lookups.ts';
import { formatLookupPeersTable, formatNotRunNote } from './lookups-table.ts';
import { type ReadingPeers, runReadingPeers } from './reading.ts';

export interface PeersResults {
  readonly reading: ReadingPeers;
  readonly lookups: LookupPeers;
}

export async function runPeersBench(
  open: SystemOpener,
  files: readonly WarcFile[],
  options: LookupOptions & { readonly rounds: number },
): Promise<PeersResults> {
  const reading = await runReadingPeers(files, options.rounds);
  return { reading, lookups: await runLookupPeers(open, options) };
}

export function formatPeersTable({ reading, lookups }: PeersResults): string {
  return `${formatReadingTable(reading)}\n\n${formatLookupPeersTable(lookups)}`;
}

function formatReadingTable(reading: ReadingPeers): string {
  const files = reading.files.map(({ file, readers }) => {
    const rows = readers.map(({ name, megabytesPerSecond, cpuSeconds, timesAsFast, timesCpu }) => [
      name,
      megabytesPerSecond.toFixed(1),
      cpuSeconds?.toFixed(2) ?? '',
      timesAsFast.toFixed(2),
      timesCpu?.toFixed(2) ?? '',
    ]);
    return formatColumns([[file, 'MB/s', 'CPU s', 'ours × its rate', 'its × our CPU'], ...rows]).join('\n');
  });
  return [...files, ...reading.notRun.map(formatNotRunNote)].join('\n\n');
}
