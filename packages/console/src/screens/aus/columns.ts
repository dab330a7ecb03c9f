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
  /** The repository service tells it, of rows in sight alone: nothing is asked, ordered or counted by it. */
  readonly isHeld?: true;
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

const heldColumns: readonly AuColumn[] = [
  { name: 'artifacts', kind: 'count', width: 100, usual: true, isHeld: true },
  { name: 'storedBytes', kind: 'bytes', width: 110, isHeld: true },
];

const byName = new Map(columns.map((column) => [column.name, column]));

/** Undefined of what is no property of the query language. */
export const columnOf = (name: string): AuColumn | undefined => byName.get(name);

/** All that can be shown. `hasHeld`: the repository service can be asked. */
export function offeredColumns(hasHeld: boolean): readonly AuColumn[] {
  if (!hasHeld) return columns;
  const at = columns.findIndex(({ name }) => name === 'contentSize');
  return columns.toSpliced(at, 0, ...heldColumns);
}

const REMEMBERED_AS = 'aus.columns';

export interface Memory {
  recall(name: string): string | null;
  remember(name: string, value: string | undefined): void;
}

/** The columns that were chosen, in their order; names that there are no more are left out. */
export function chosenColumns({ recall }: Pick<Memory, 'recall'>, hasHeld: boolean): readonly AuColumn[] {
  const offered = offeredColumns(hasHeld);
  const names = recall(REMEMBERED_AS)?.split(',') ?? [];
  const found = names.flatMap((name) => offered.find((column) => column.name === name) ?? []);
  return found.length > 0 ? found : offered.filter(({ usual }) => usual);
}

/** Without names the usual ones are shown again. */
export function chooseColumns({ remember }: Pick<Memory, 'remember'>, names: readonly string[]): void {
  remember(REMEMBERED_AS, names.length === 0 ? undefined : names.join());
}
