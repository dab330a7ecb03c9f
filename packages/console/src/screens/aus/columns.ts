// Lists the properties of AUs that the table can display, filter and sort, with the types of their values.

import type { ColumnKind } from './query/condition.ts';

export interface AuColumn {
  /** Name of the property in the query language. `aus.column.<name>` is the message key of its label. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly width: number;
  /** Values of a property that has a fixed set of values, as the service returns them. */
  readonly choices?: readonly string[];
  /** True if the table shows the column by default. */
  readonly usual?: true;
  /**
   * True for figures of the repository service. They are loaded only for visible rows, so AUs cannot be filtered,
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
  { name: 'substanceState', kind: 'choice', width: 120, choices: ['Yes', 'No', 'Unknown'] },
  { name: 'contentSize', kind: 'bytes', width: 110 },
  { name: 'diskUsage', kind: 'bytes', width: 110 },
  { name: 'lastCompletedCrawl', kind: 'time', width: 150, usual: true },
  { name: 'lastCrawl', kind: 'time', width: 200 },
  { name: 'lastCrawlResult', kind: 'text', width: 170 },
  { name: 'lastCompletedPoll', kind: 'time', width: 150 },
  { name: 'lastPoll', kind: 'time', width: 200 },
  { name: 'lastPollResult', kind: 'text', width: 150 },
  { name: 'recentPollAgreement', kind: 'share', width: 130 },
  { name: 'highestPollAgreement', kind: 'share', width: 180 },
  { name: 'accessType', kind: 'choice', width: 130, choices: ['OpenAccess', 'Subscription'] },
  { name: 'availableFromPublisher', kind: 'boolean', width: 165 },
  { name: 'pluginName', kind: 'text', width: 260 },
  { name: 'publishingPlatform', kind: 'text', width: 180 },
  { name: 'creationTime', kind: 'time', width: 150 },
  { name: 'lastConfigured', kind: 'time', width: 155 },
  { name: 'lastMetadataIndex', kind: 'time', width: 155 },
  { name: 'lastCompletedDeepCrawl', kind: 'time', width: 190 },
  { name: 'lastDeepCrawl', kind: 'time', width: 190 },
  { name: 'lastDeepCrawlResult', kind: 'text', width: 230 },
  { name: 'lastCompletedDeepCrawlDepth', kind: 'count', width: 155 },
  { name: 'auId', kind: 'text', width: 420 },
];

const repositoryColumns: readonly AuColumn[] = [
  { name: 'artifacts', kind: 'count', width: 100, usual: true, isFromRepository: true },
  { name: 'storedBytes', kind: 'bytes', width: 175, isFromRepository: true },
];

const byName = new Map(AU_COLUMNS.map((column) => [column.name, column]));

/** Returns a column by its property name, or undefined if there is no such column. */
export const findAuColumn = (name: string): AuColumn | undefined => byName.get(name);

/** Returns all available columns. If `hasHoldings`, includes the columns of the repository service. */
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

/** Returns the columns that the user chose, in order. Drops unknown names. */
export function readChosenColumns(
  { recall }: Pick<ChoiceStorage, 'recall'>,
  hasHoldings: boolean,
): readonly AuColumn[] {
  const offered = listAvailableColumns(hasHoldings);
  const names = recall(REMEMBERED_AS)?.split(',') ?? [];
  const found = names.flatMap((name) => offered.find((column) => column.name === name) ?? []);
  return found.length > 0 ? found : offered.filter(({ usual }) => usual);
}

/** Stores the chosen columns. An empty list restores the default columns. */
export function storeChosenColumns(
  { remember }: Pick<ChoiceStorage, 'remember'>,
  names: readonly string[],
): void {
  remember(REMEMBERED_AS, names.length === 0 ? undefined : names.join());
}
