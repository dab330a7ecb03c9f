// How large plugins may be, alone and together. Inheritance makes much of little: without an end to it, a small archive
// could hold more plugins than there is memory.

import { BadDefinition } from './bad-definition.ts';
import type { Candidate, Entry } from './definition.ts';

export type Entries = ReadonlyMap<string, Entry>;

export interface Room {
  /** Entries that may still be inherited or given, one by one. */
  entries: number;
  /** Of text, as in `definition`. */
  characters: number;
}

const longestPlugin = 4 * 1024 * 1024;

export function fullRoom(): Room {
  return { entries: 1_000_000, characters: 128 * 1024 * 1024 };
}

/** Before the definitions are put together. Throws BadDefinition when that has been done too often. */
export function takeWork(room: Room, lineage: readonly Candidate[]): void {
  room.entries -= lineage.reduce((sum, { definition }) => sum + definition.entries.size, 0);
  if (room.entries < 0) throw tooMuch();
}

/** What came of it. Throws BadDefinition when there is no room left, or the plugin is too large for any. */
export function takeRoom(room: Room, entries: Entries): void {
  let characters = 0;
  for (const [key, entry] of entries) characters += key.length + entryText(entry).length;
  if (characters > longestPlugin) {
    throw new BadDefinition(`it is longer than ${longestPlugin} characters with what it inherits`);
  }
  if (room.characters < characters) throw tooMuch();
  room.characters -= characters;
}

function tooMuch(): BadDefinition {
  return new BadDefinition('all plugins together are too long');
}

const texts = new WeakMap<Entry, string>();

/** The value as text: lists and maps as JSON. Made once for all that inherit it. */
export function entryText(entry: Entry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { value } = entry;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  texts.set(entry, text);
  return text;
}
