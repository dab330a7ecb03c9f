// Plugin definition as read from one file, without inherited entries. Only the plugin's identity has been checked.
import type { PluginRule } from '../plugins/plugin.ts';
import { DefinitionError } from './definition-error.ts';
import { readMapEntries } from './values.ts';
import { parseXmlTree } from './xml-tree.ts';

export interface Definition {
  readonly pluginId: string;
  readonly version: string;
  readonly parent?: { readonly pluginId: string; readonly version?: string };
  readonly entries: ReadonlyMap<string, DefinitionEntry>;
  /** Messages (without full stops) about tolerated errors. */
  readonly warnings: readonly { readonly message: string; readonly line: number }[];
}

export interface DefinitionEntry {
  readonly value: PluginRule;
  readonly line: number;
}

export type DefinitionOrigin =
  | { readonly type: 'Internal' }
  | { readonly type: 'Loadable'; readonly registry: string; readonly url: string };

/** A definition and the file that contains it. Candidates are resolved to the plugins in use. */
export interface DefinitionCandidate {
  readonly definition: Definition;
  /** Path of the file relative to its source, for messages. */
  readonly place: string;
  /** Archive or file that contains the definition. Parent definitions from the same archive are preferred. */
  readonly file: string;
  readonly origin: DefinitionOrigin;
  /** False if the archive contains the definition only as a parent of other plugins. */
  readonly isPlugin: boolean;
}

export const MAX_DEFINITION_BYTES = 1024 * 1024;

const MAX_ENTRIES = 2_000;

/**
 * Parses a definition. Returns undefined if the root element is not a map, because the XML is then not a definition.
 * Throws DefinitionError if the file is malformed or lacks the plugin's identity.
 */
export function readDefinition(bytes: Uint8Array): Definition | undefined {
  if (bytes.length > MAX_DEFINITION_BYTES) {
    throw new DefinitionError(`it is longer than ${MAX_DEFINITION_BYTES} bytes`);
  }
  const root = parseXmlTree(bytes);
  if (root.name !== 'map') return undefined;
  if (root.children.length > MAX_ENTRIES)
    throw new DefinitionError(`it has more than ${MAX_ENTRIES} entries`);
  const warnings: { message: string; line: number }[] = [];
  const read = readMapEntries(root, (message, line) => warnings.push({ message, line }));
  const entries = new Map(read.map(({ key, value, line }) => [key, { value, line }]));
  const pluginId = getEntryText(entries, 'plugin_identifier');
  if (pluginId === undefined) throw new DefinitionError('it names no plugin (plugin_identifier)');
  refuseOddName(entries, 'plugin_identifier', pluginId);
  const parentId = getEntryText(entries, 'plugin_parent');
  const parentVersion = getEntryText(entries, 'plugin_parent_version');
  return {
    pluginId,
    version: getEntryText(entries, 'plugin_version') ?? '1',
    ...(parentId !== undefined && {
      parent: { pluginId: parentId, ...(parentVersion !== undefined && { version: parentVersion }) },
    }),
    entries,
    warnings,
  };
}

/** Returns the trimmed text of an entry, or undefined if it is missing or empty. */
export function getEntryText(entries: ReadonlyMap<string, DefinitionEntry>, key: string): string | undefined {
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

// Plugin IDs must not contain `|` and `&`, which are separators in AUIDs.
function refuseOddName(entries: ReadonlyMap<string, DefinitionEntry>, key: string, name: string): void {
  if (/^[\p{L}\p{N}_$.-]{1,255}$/u.test(name)) return;
  throw new DefinitionError(
    `${key} must be 1 to 255 letters, digits, "_", "$", "-" and ".", not ${JSON.stringify(name.slice(0, 80))}`,
    entries.get(key)?.line,
  );
}
