// The benchmark `peers`: reading WARC files and looking captures up, beside other projects' programs. Those come from
// PyPI and Maven Central, where these can be reached, into a folder of their own; who could not be had is named.
import type { WarcFile } from '../corpus/cached-file.ts';
import type { OpenSystem } from '../service/system.ts';
import { columns } from '../table.ts';
import { ALL_LINES, type LookupPeers, type LookupWishes, lookupPeers } from './lookups.ts';
import { type ReadingPeers, readingPeers } from './reading.ts';

export interface PeersResults {
  readonly reading: ReadingPeers;
  readonly lookups: LookupPeers;
}

export async function peersBench(
  open: OpenSystem,
  files: readonly WarcFile[],
  wishes: LookupWishes & { readonly rounds: number },
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

export function lookupPeersTable(lookups: LookupPeers): string {
  const kinds = lookups.kinds.map(({ name, servers }) => {
    const rows = servers.map((one) => [
      one.name,
      one.p50Ms.toFixed(2),
      one.p99Ms.toFixed(2),
      one.perSecond.toFixed(one.perSecond < 10 ? 2 : 0),
      one.processorMs.map((ms) => ms.toFixed(3)).join(' + '),
      one.timesP50.toFixed(2),
      one.timesRate.toFixed(2),
    ]);
    const head = [
      name,
      'p50 ms',
      'p99 ms',
      `answers/s of ${name === ALL_LINES ? 1 : lookups.clients}`,
      'CPU ms, + its database',
      'its × our p50',
      'ours × its rate',
    ];
    return columns([head, ...rows]).join('\n');
  });
  return [`  ${lookups.captures} captures`, ...kinds, ...lookups.notRun.map(notRun)].join('\n\n');
}

function notRun(sentence: string): string {
  return `NOT RUN: ${sentence}.`;
}
