// Limits the size of each plugin and of all plugins together. A plugin contains a copy of every inherited entry.
// Without a limit, a small archive could therefore expand to more than the available memory.
import type { DefinitionCandidate, DefinitionEntry } from './definition.ts';
import { DefinitionError } from './definition-error.ts';

export type DefinitionEntries = ReadonlyMap<string, DefinitionEntry>;

export interface DefinitionBudget {
  /** Number of entries that may still be read. An inherited entry counts once for each plugin that inherits it. */
  entries: number;
  /** Number of characters that may still be added to the resulting definitions. */
  characters: number;
}

const MAX_PLUGIN_CHARACTERS = 4 * 1024 * 1024;

export function createDefinitionBudget(): DefinitionBudget {
  return { entries: 1_000_000, characters: 128 * 1024 * 1024 };
}

/** Call before merging the definitions of `lineage`. Throws DefinitionError if the budget is spent. */
export function spendEntries(budget: DefinitionBudget, lineage: readonly DefinitionCandidate[]): void {
  budget.entries -= lineage.reduce((sum, { definition }) => sum + definition.entries.size, 0);
  if (budget.entries < 0) throw tooMuch();
}

/** Call with the merged entries. Throws DefinitionError if the budget is spent or the plugin alone is too large. */
export function spendCharacters(budget: DefinitionBudget, entries: DefinitionEntries): void {
  let characters = 0;
  for (const [key, entry] of entries) characters += key.length + formatEntry(entry).length;
  if (characters > MAX_PLUGIN_CHARACTERS) {
    throw new DefinitionError(`it is longer than ${MAX_PLUGIN_CHARACTERS} characters with what it inherits`);
  }
  if (budget.characters < characters) throw tooMuch();
  budget.characters -= characters;
}

function tooMuch(): DefinitionError {
  return new DefinitionError('all plugins together are too long');
}

const texts = new WeakMap<DefinitionEntry, string>();

/**
 * Returns the value as text. Lists and maps become JSON text. The text is cached for all plugins that inherit the
 * entry.
 */
export function formatEntry(entry: DefinitionEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { value } = entry;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  texts.set(entry, text);
  return text;
}
