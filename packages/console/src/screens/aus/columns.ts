// What can be shown of AUs, asked of them and ordered by: the properties of the query language, each with what its values are.

import type { Kind } from './query/condition.ts';

export interface AuColumn {
  /** The property's name in the query language; the message `aus.column.<name>` is what people read. */
  readonly name: string;
  readonly kind: Kind;
  /** Pixels. */
  readonly width: number;
  /** Values of a choice, as the service has them. */
  readonly choices?: readonly string[];
  /** Shown until somebody chooses otherwise. */
  readonly usual?: true;
}

export const columns: readonly AuColumn[] = [
  { name: 'name', kind: 'text', width: 380, usual: true },
  { name: 'tdbPublisher', kind: 'text', width: 200, usual: true },
  { name: 'journalTitle', kind: 'text', width: 240 },
  { name: 'tdbYear', kind: 'text', width: 90, usual: true },
  { name: 'active', kind: 'boolean', width: 100, usual: true },
  { name: 'substanceState', kind: 'choice', width: 120, choices: ['Yes', 'No', 'Unknown'], usual: true },
  { name: 'contentSize', kind: 'bytes', width: 110, usual: true },
  { name: 'diskUsage', kind: 'bytes', width: 110 },
  { name: 'lastCompletedCrawl', kind: 'time', width: 150, usual: true },
  { name: 'lastCrawl', kind: 'time', width: 150 },
  { name: 'lastCrawlResult', kind: 'text', width: 150 },
  { name: 'lastCompletedPoll', kind: 'time', width: 150, usual: true },
  { name: 'lastPoll', kind: 'time', width: 150 },
  { name: 'lastPollResult', kind: 'text', width: 150 },
  { name: 'recentPollAgreement', kind: 'share', width: 130, usual: true },
  { name: 'highestPollAgreement', kind: 'share', width: 130 },
  { name: 'accessType', kind: 'choice', width: 130, choices: ['OpenAccess', 'Subscription'] },
  { name: 'availableFromPublisher', kind: 'boolean', width: 130 },
  { name: 'pluginName', kind: 'text', width: 260 },
  { name: 'publishingPlatform', kind: 'text', width: 180 },
  { name: 'creationTime', kind: 'time', width: 150 },
  { name: 'lastConfigured', kind: 'time', width: 150 },
  { name: 'lastMetadataIndex', kind: 'time', width: 150 },
  { name: 'lastCompletedDeepCrawl', kind: 'time', width: 150 },
  { name: 'lastDeepCrawl', kind: 'time', width: 150 },
  { name: 'lastDeepCrawlResult', kind: 'text', width: 150 },
  { name: 'lastCompletedDeepCrawlDepth', kind: 'count', width: 110 },
  { name: 'auId', kind: 'text', width: 420 },
];

const byName = new Map(columns.map((column) => [column.name, column]));

export const columnOf = (name: string): AuColumn | undefined => byName.get(name);

const REMEMBERED_AS = 'aus.columns';

export interface Memory {
  recall(name: string): string | null;
  remember(name: string, value: string | undefined): void;
}

/** The columns that were chosen, in their order; names that there are no more are left out. */
export function chosenColumns({ recall }: Pick<Memory, 'recall'>): readonly AuColumn[] {
  const names = recall(REMEMBERED_AS)?.split(',') ?? [];
  const found = names.map(columnOf).filter((column) => column !== undefined);
  return found.length > 0 ? found : columns.filter(({ usual }) => usual);
}

/** Without names the usual ones are shown again. */
export function chooseColumns({ remember }: Pick<Memory, 'remember'>, names: readonly string[]): void {
  remember(REMEMBERED_AS, names.length === 0 ? undefined : names.join());
}
