// An entry of a source → what is stored of its AU. Says what is wrong with entries that cannot be stored.
import { makeAuid } from '@holdfast/auid';
import { identityOf, type TdbEntry, type TitleFacts, titleFacts } from '@holdfast/tdb';
import type { Plugin } from '../plugins/plugin.ts';
import { auidOf } from '../plugins/plugin.ts';
import { everyPluginsParameters } from '../plugins/standard-parameters.ts';

type TextMap = Readonly<Record<string, string>>;

export interface AuRow {
  readonly source: string;
  readonly line: number;
  readonly column: number | undefined;
  readonly publisher: string;
  readonly title: string;
  readonly facts: TitleFacts;
  /** MD5 of the plugin and all parameters, as a UUID. */
  readonly identity: string;
  readonly auid: string;
  readonly name: string;
  readonly pluginId: string;
  readonly year: string | undefined;
  readonly status: string | undefined;
  readonly down: boolean;
  readonly params: TextMap;
  readonly attrs: TextMap;
  readonly props: TextMap;
  /** Keys of parameters that an AU added from this entry does not get. */
  readonly defaultOnly: readonly string[];
}

export interface MadeRow {
  /** Undefined when it cannot be stored. */
  readonly row?: AuRow;
  readonly complaint?: string;
}

/** The size of an index entry, less what stands beside the key. */
const MAX_KEY_BYTES = 2_000;

export function auRow(entry: TdbEntry, source: string, plugin: Plugin | undefined): MadeRow {
  const { line, column, name, pluginId, publisher, title, year, status, down, params, attrs, props } = entry;
  const facts = titleFacts(entry);
  const { auid, complaint } = auidFor(entry, plugin);
  const long = tooLong({ AUID: auid, name, plugin: pluginId, publisher, title, ...facts });
  if (long !== undefined) {
    return { complaint: `its ${long} is longer than ${MAX_KEY_BYTES} bytes; it is left out` };
  }
  const identity = identityOf(entry);
  const defaultOnly = defaultOnlyOf(entry, plugin);
  const row = {
    ...{ source, line, column, publisher, title, facts, identity, auid, name, pluginId, year, status, down },
    ...{ params, attrs, props, defaultOnly },
  };
  return complaint === undefined ? { row } : { row, complaint };
}

/** The plugin says what is definitional; an AU that it cannot tell from others is kept under what its entry says. */
function auidFor({ pluginId, params, definitional }: TdbEntry, plugin: Plugin | undefined) {
  const found = plugin && auidOf(plugin, params);
  if (found && 'auid' in found) return { auid: found.auid };
  const auid = makeAuid(pluginId, definitional);
  return found
    ? { auid, complaint: `it has no value of "${found.missing}", which its plugin needs` }
    : { auid };
}

function defaultOnlyOf({ params, configuration }: TdbEntry, plugin: Plugin | undefined): string[] {
  const byPlugin = plugin?.parameters ?? everyPluginsParameters;
  return Object.keys(params).filter(
    (key) => !Object.hasOwn(configuration, key) || byPlugin.some((one) => one.key === key && one.defaultOnly),
  );
}

function tooLong(values: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(values).find(([, value]) => {
    // Each UTF-16 unit is three bytes at most.
    if (typeof value !== 'string' || value.length * 3 <= MAX_KEY_BYTES) return false;
    return Buffer.byteLength(value) > MAX_KEY_BYTES;
  });
  return found?.[0];
}
