// Benchmark `peers`: reading WARC files and looking up captures, compared with other projects' programs. They come from
// PyPI and Maven Central; unavailable ones are listed.
import type { WarcFile } from '../corpus/cached-file.ts';
import type { OpenSystem } from '../service/system.ts';
import { columns } from '../table.ts';
import type { LookupPeers } from './lookup-results.ts';
import { type LookupOptions, lookupPeers } from './lookups.ts';
import { lookupPeersTable, notRun } from './lookups-table.ts';
import { type ReadingPeers, readingPeers } from './reading.ts';

export interface PeersResults {
  readonly reading: ReadingPeers;
  readonly lookups: LookupPeers;
}

export async function peersBench(
  open: OpenSystem,
  files: readonly WarcFile[],
  wishes: LookupOptions & { readonly rounds: number },
): Promise<PeersResults> {
  const reading = await readingPeers(files, wishes.rounds);
  return { reading, lookups: await lookupPeers(open, wishes) };
}

export function peersTable({ reading, lookups }: PeersResults): string {
  return `${readingTable(reading)}\n\n${lookupPeersTable(lookups)}`;
}

function readingTable(reading: ReadingPeers): string {
  const files = reading.files.map(({ file, readers }) => {
    const rows = readers.map(({ name, megabytesPerSecond, cpuSeconds, timesAsFast, timesCpu }) => [
      name,
      megabytesPerSecond.toFixed(1),
      cpuSeconds?.toFixed(2) ?? '',
      timesAsFast.toFixed(2),
      timesCpu?.toFixed(2) ?? '',
    ]);
    return columns([[file, 'MB/s', 'CPU s', 'ours × its rate', 'its × our CPU'], ...rows]).join('\n');
  });
  return [...files, ...reading.notRun.map(notRun)].join('\n\n');
}
