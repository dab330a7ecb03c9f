// Bounds how large plugins may be, alone and together. Inheritance makes much of little: without a bound, a small
// archive could hold more plugins than there is memory.
import type { Candidate, DefinitionEntry } from './definition.ts';
import { DefinitionError } from './definition-error.ts';

export type DefinitionEntries = ReadonlyMap<string, DefinitionEntry>;

export interface Budget {
  /** Entries that may still be inherited or given, one by one. */
  entries: number;
  /** Characters of text that may still be given, as in `definition`. */
  characters: number;
}

const MAX_PLUGIN_CHARACTERS = 4 * 1024 * 1024;

export function fullBudget(): Budget {
  return { entries: 1_000_000, characters: 128 * 1024 * 1024 };
}

/** To be called before the definitions are put together. Throws DefinitionError when that has been done too often. */
export function spendEntries(budget: Budget, lineage: readonly Candidate[]): void {
  budget.entries -= lineage.reduce((sum, { definition }) => sum + definition.entries.size, 0);
  if (budget.entries < 0) throw tooMuch();
}

/** To be called with the result. Throws DefinitionError when the budget is spent, or the plugin is too large for any. */
export function spendCharacters(budget: Budget, entries: DefinitionEntries): void {
  let characters = 0;
  for (const [key, entry] of entries) characters += key.length + entryText(entry).length;
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

/** The value as text: lists and maps as JSON. Made once for all that inherit it. */
export function entryText(entry: DefinitionEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { value } = entry;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  texts.set(entry, text);
  return text;
}
