// The properties of AUs that can be shown, filtered and sorted, and the types of their values.

import type { ColumnKind } from './query/condition.ts';

export interface AuColumn {
  /** Name of the property in the query language. Its label is the message `aus.column.<name>`. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly width: number;
  /** Possible values of a property with a fixed set of values, as returned by the service. */
  readonly choices?: readonly string[];
  /** Shown by default. */
  readonly usual?: true;
  /**
   * True for figures of the repository service. They are available for visible rows only, so AUs cannot be filtered,
   * sorted or counted by them.
   */
  readonly isFromRepository?: true;
}

export const AU_COLUMNS: readonly AuColumn[] = [
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

const repositoryColumns: readonly AuColumn[] = [
  { name: 'artifacts', kind: 'count', width: 100, usual: true, isFromRepository: true },
  { name: 'storedBytes', kind: 'bytes', width: 110, isFromRepository: true },
];

const byName = new Map(AU_COLUMNS.map((column) => [column.name, column]));

/** Returns undefined if the query language has no such property. */
export const findAuColumn = (name: string): AuColumn | undefined => byName.get(name);

/** Returns all available columns. `hasHoldings` adds the columns of the repository service. */
export function listAvailableColumns(hasHoldings: boolean): readonly AuColumn[] {
  if (!hasHoldings) return AU_COLUMNS;
  const at = AU_COLUMNS.findIndex(({ name }) => name === 'contentSize');
  return AU_COLUMNS.toSpliced(at, 0, ...repositoryColumns);
}

const REMEMBERED_AS = 'aus.columns';

export interface ChoiceStorage {
  recall(name: string): string | null;
  remember(name: string, value: string | undefined): void;
}

/** Returns the columns that the user chose, in order. Unknown names are dropped. */
export function readChosenColumns(
  { recall }: Pick<ChoiceStorage, 'recall'>,
  hasHoldings: boolean,
): readonly AuColumn[] {
  const offered = listAvailableColumns(hasHoldings);
  const names = recall(REMEMBERED_AS)?.split(',') ?? [];
  const found = names.flatMap((name) => offered.find((column) => column.name === name) ?? []);
  return found.length > 0 ? found : offered.filter(({ usual }) => usual);
}

/** Stores the chosen columns; an empty list restores the default ones. */
export function storeChosenColumns(
  { remember }: Pick<ChoiceStorage, 'remember'>,
  names: readonly string[],
): void {
  remember(REMEMBERED_AS, names.length === 0 ? undefined : names.join());
}
