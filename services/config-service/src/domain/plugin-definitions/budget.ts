// Limits the size of each plugin and of all plugins together. Every plugin contains a copy of its inherited entries, so
// a small archive could otherwise exhaust the memory.
import type { DefinitionCandidate, DefinitionEntry } from './definition.ts';
import { DefinitionError } from './definition-error.ts';

export type DefinitionEntries = ReadonlyMap<string, DefinitionEntry>;

export interface DefinitionBudget {
  /** Number of entries that may still be merged. An inherited entry is counted for each plugin that inherits it. */
  entries: number;
  /** Number of characters that may still be added to resolved definitions. */
  characters: number;
}

const MAX_PLUGIN_CHARACTERS = 4 * 1024 * 1024;

export function createDefinitionBudget(): DefinitionBudget {
  return { entries: 1_000_000, characters: 128 * 1024 * 1024 };
}

/**
 * Subtracts the number of entries in `lineage` from the budget. Call before merging. Throws DefinitionError if the
 * budget is exhausted.
 */
export function spendEntries(budget: DefinitionBudget, lineage: readonly DefinitionCandidate[]): void {
  budget.entries -= lineage.reduce((sum, { definition }) => sum + definition.entries.size, 0);
  if (budget.entries < 0) throw makeBudgetError();
}

/**
 * Subtracts the length of the merged entries from the budget. Throws DefinitionError if the budget is exhausted or this
 * plugin is too large.
 */
export function spendCharacters(budget: DefinitionBudget, entries: DefinitionEntries): void {
  let characters = 0;
  for (const [key, entry] of entries) characters += key.length + formatEntry(entry).length;
  if (characters > MAX_PLUGIN_CHARACTERS) {
    throw new DefinitionError(`it is longer than ${MAX_PLUGIN_CHARACTERS} characters with what it inherits`);
  }
  if (budget.characters < characters) throw makeBudgetError();
  budget.characters -= characters;
}

function makeBudgetError(): DefinitionError {
  return new DefinitionError('all plugins together are too long');
}

const texts = new WeakMap<DefinitionEntry, string>();

/** Returns the value as text (lists and maps as JSON), from a cache for all plugins that inherit the entry. */
export function formatEntry(entry: DefinitionEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { value } = entry;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  texts.set(entry, text);
  return text;
}
