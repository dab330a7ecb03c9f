// Reads title database entries from configuration properties under `org.lockss.title.<entry>`.
import { toListItems } from '@holdfast/config-format';
import type { TdbBatch, TdbEntry, TdbWarning } from './entry/entry.ts';
import { makeEntryFromProperties } from './make-entry.ts';

/** Key under which entries are stored. Pass it to `readConfiguration` as `entriesUnder`. */
export const TITLE_PREFIX = 'org.lockss.title';

/** Property as returned by `readConfiguration`. */
export interface TitleProperty {
  readonly key: string;
  readonly value: string | readonly string[];
  readonly line: number;
  readonly entry?: { readonly number: number; readonly name: string; readonly line: number };
}

const MAX_PROPERTIES = 500;
const MAX_ENTRY_CHARACTERS = 64 * 1024;

type Entry = NonNullable<TitleProperty['entry']>;

/**
 * Yields the entries and skips all other properties. Holds one entry in memory. Throws errors of `properties`; a caller
 * that needs the whole file must then discard all entries received so far.
 */
export async function* readPropertyEntries(
  properties: AsyncIterable<readonly TitleProperty[]>,
  { source }: { readonly source: string },
): AsyncGenerator<TdbBatch, void, undefined> {
  let open: { entry: Entry; values: Map<string, string>; length: number } | undefined;
  let entries: TdbEntry[] = [];
  let warnings: TdbWarning[] = [];
  const finish = () => {
    if (open === undefined) return;
    const { entry, values, length } = open;
    const warn = (message: string) =>
      warnings.push({ source, line: entry.line, message: `${quoteEntryName(entry)}: ${message}` });
    if (length > MAX_ENTRY_CHARACTERS) warn(`more than ${MAX_ENTRY_CHARACTERS} characters; it is left out`);
    else if (values.size > MAX_PROPERTIES) warn(`more than ${MAX_PROPERTIES} properties; it is left out`);
    else {
      const made = makeEntryFromProperties(entry, values);
      if (typeof made === 'string') warn(made);
      else entries.push(made);
    }
    open = undefined;
  };
  for await (const batch of properties) {
    for (const { key, value, entry } of batch) {
      if (entry === undefined || !key.startsWith(`${TITLE_PREFIX}.`)) continue;
      if (open?.entry.number !== entry.number) finish();
      open ??= { entry, values: new Map(), length: 0 };
      const text = typeof value === 'string' ? value : toListItems(value).join(';');
      open.length += key.length + text.length;
      if (open.length <= MAX_ENTRY_CHARACTERS && open.values.size <= MAX_PROPERTIES) {
        open.values.set(key.slice(TITLE_PREFIX.length + entry.name.length + 2), text);
      }
    }
    if (entries.length === 0 && warnings.length === 0) continue;
    yield { entries, warnings };
    [entries, warnings] = [[], []];
  }
  finish();
  if (entries.length > 0 || warnings.length > 0) yield { entries, warnings };
}

function quoteEntryName({ name }: Entry): string {
  return `entry "${name.length > 80 ? `${name.slice(0, 80)}…` : name}"`;
}
