// A plugin's definition as one file holds it: nothing inherited yet, nothing checked but what tells plugins apart.
import type { Rule } from '../plugins/plugin.ts';
import { DefinitionError } from './definition-error.ts';
import { entriesOfMap } from './values.ts';
import { xmlTree } from './xml-tree.ts';

export interface Definition {
  readonly pluginId: string;
  readonly version: string;
  readonly parent?: { readonly pluginId: string; readonly version?: string };
  readonly entries: ReadonlyMap<string, DefinitionEntry>;
  /** What is odd in it and was read all the same: a sentence each without its full stop. */
  readonly warnings: readonly { readonly message: string; readonly line: number }[];
}

export interface DefinitionEntry {
  readonly value: Rule;
  readonly line: number;
}

/** Where a definition comes from. */
export type Origin =
  | { readonly type: 'Internal' }
  | { readonly type: 'Loadable'; readonly registry: string; readonly url: string };

/** A definition with where it was found: the resolution chooses from these. */
export interface Candidate {
  readonly definition: Definition;
  /** The file as people name it, seen from its source. */
  readonly place: string;
  /** Which file it came in: what is in one archive belongs together. */
  readonly file: string;
  readonly origin: Origin;
  /** False of what an archive holds only for its plugins to inherit from. */
  readonly isPlugin: boolean;
}

export const MAX_DEFINITION_BYTES = 1024 * 1024;

const MAX_ENTRIES = 2_000;

/**
 * Undefined when the file is XML but no map, and so no definition. Throws DefinitionError at a broken one, also at a map
 * that names no plugin.
 */
export function readDefinition(bytes: Uint8Array): Definition | undefined {
  if (bytes.length > MAX_DEFINITION_BYTES) {
    throw new DefinitionError(`it is longer than ${MAX_DEFINITION_BYTES} bytes`);
  }
  const root = xmlTree(bytes);
  if (root.name !== 'map') return undefined;
  if (root.children.length > MAX_ENTRIES)
    throw new DefinitionError(`it has more than ${MAX_ENTRIES} entries`);
  const warnings: { message: string; line: number }[] = [];
  const read = entriesOfMap(root, (message, line) => warnings.push({ message, line }));
  const entries = new Map(read.map(({ key, value, line }) => [key, { value, line }]));
  const pluginId = textOf(entries, 'plugin_identifier');
  if (pluginId === undefined) throw new DefinitionError('it names no plugin (plugin_identifier)');
  refuseOddName(entries, 'plugin_identifier', pluginId);
  const parentId = textOf(entries, 'plugin_parent');
  const parentVersion = textOf(entries, 'plugin_parent_version');
  return {
    pluginId,
    version: textOf(entries, 'plugin_version') ?? '1',
    ...(parentId !== undefined && {
      parent: { pluginId: parentId, ...(parentVersion !== undefined && { version: parentVersion }) },
    }),
    entries,
    warnings,
  };
}

/** The text of an entry without white space around it; undefined when there is none, or nothing in it. */
export function textOf(entries: ReadonlyMap<string, DefinitionEntry>, key: string): string | undefined {
  const entry = entries.get(key);
  if (entry === undefined || entry.value === null) return undefined;
  if (typeof entry.value === 'object') throw new DefinitionError(`${key} must be text`, entry.line);
  const text = String(entry.value).trim();
  if (text.length > MAX_TEXT_CHARACTERS) {
    throw new DefinitionError(`${key} is longer than ${MAX_TEXT_CHARACTERS} characters`, entry.line);
  }
  return text === '' ? undefined : text;
}

const MAX_TEXT_CHARACTERS = 1_000;

// `|` and `&` could not be told apart from those an AUID has of its own.
function refuseOddName(entries: ReadonlyMap<string, DefinitionEntry>, key: string, name: string): void {
  if (/^[\p{L}\p{N}_$.-]{1,255}$/u.test(name)) return;
  throw new DefinitionError(
    `${key} must be 1 to 255 letters, digits, "_", "$", "-" and ".", not ${JSON.stringify(name.slice(0, 80))}`,
    entries.get(key)?.line,
  );
}
