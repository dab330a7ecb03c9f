// Formats the results of CDX look-ups.
import { formatColumns } from '../table.ts';
import {
  ALL_LINES_QUERY,
  type IndexSizeLookups,
  type LookupPeers,
  type ServerLookups,
} from './lookup-results.ts';

export function formatLookupPeersTable({ captures, clients, kinds, notRun: missing }: LookupPeers): string {
  const tables = kinds.map((kind) => formatLookupsTable(kind, clients));
  return [`  ${captures} captures`, ...tables, ...missing.map(formatNotRunNote)].join('\n\n');
}

export function formatSizesTable({ clients, kinds }: IndexSizeLookups): string {
  return kinds.map((kind) => formatLookupsTable(kind, clients)).join('\n\n');
}

/** Formats the results of one kind of look-up. */
export function formatLookupsTable({ name, servers }: ServerLookups, clients: number): string {
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
    `answers/s of ${name === ALL_LINES_QUERY ? 1 : clients}`,
    'CPU ms, + its database',
    'its × first p50',
    'first × its rate',
  ];
  return formatColumns([head, ...rows]).join('\n');
}

export function formatNotRunNote(sentence: string): string {
  return `NOT RUN: ${sentence}.`;
}
