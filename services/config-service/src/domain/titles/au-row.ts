// Converts an entry of a title database to the row of its AU, and reports entries that cannot be stored.
import { makeAuid } from '@holdfast/auid';
import { computeAuIdentity, extractTitleFacts, type TdbEntry, type TitleFacts } from '@holdfast/tdb';
import type { Plugin } from '../plugins/plugin.ts';
import { computeAuid } from '../plugins/plugin.ts';
import { commonParameters } from '../plugins/standard-parameters.ts';

type TextMap = Readonly<Record<string, string>>;

export interface AuRow {
  readonly source: string;
  readonly line: number;
  readonly column: number | undefined;
  readonly publisher: string;
  readonly title: string;
  readonly facts: TitleFacts;
  /** MD5 of the plugin ID and all parameters, as a UUID. */
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
  /** Keys of parameters that are only defaults. They are not copied to an AU that is added from this entry. */
  readonly defaultOnly: readonly string[];
}

export interface AuRowResult {
  /** Undefined if the entry cannot be stored. */
  readonly row?: AuRow;
  readonly complaint?: string;
}

/** Maximum size of an index key in PostgreSQL, less its overhead. */
const MAX_KEY_BYTES = 2_000;

export function makeAuRow(entry: TdbEntry, source: string, plugin: Plugin | undefined): AuRowResult {
  const { line, column, name, pluginId, publisher, title, year, status, down, params, attrs, props } = entry;
  const facts = extractTitleFacts(entry);
  const { auid, complaint } = auidFor(entry, plugin);
  const long = findOverlongField({ AUID: auid, name, plugin: pluginId, publisher, title, ...facts });
  if (long !== undefined) {
    return { complaint: `its ${long} is longer than ${MAX_KEY_BYTES} bytes; it is left out` };
  }
  const identity = computeAuIdentity(entry);
  const defaultOnly = defaultOnlyOf(entry, plugin);
  const row = {
    ...{ source, line, column, publisher, title, facts, identity, auid, name, pluginId, year, status, down },
    ...{ params, attrs, props, defaultOnly },
  };
  return complaint === undefined ? { row } : { row, complaint };
}

/**
 * Returns the AUID with the plugin's definitional parameters. If the plugin or the value of such a parameter is
 * missing, uses the entry's own definitional parameters.
 */
function auidFor({ pluginId, params, definitional }: TdbEntry, plugin: Plugin | undefined) {
  const found = plugin && computeAuid(plugin, params);
  if (found && 'auid' in found) return { auid: found.auid };
  const auid = makeAuid(pluginId, definitional);
  return found
    ? { auid, complaint: `it has no value of "${found.missing}", which its plugin needs` }
    : { auid };
}

function defaultOnlyOf({ params, configuration }: TdbEntry, plugin: Plugin | undefined): string[] {
  const byPlugin = plugin?.parameters ?? commonParameters;
  return Object.keys(params).filter(
    (key) => !Object.hasOwn(configuration, key) || byPlugin.some((one) => one.key === key && one.defaultOnly),
  );
}

function findOverlongField(values: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(values).find(([, value]) => {
    // Skips short values without encoding them: a UTF-16 code unit takes at most three bytes in UTF-8.
    if (typeof value !== 'string' || value.length * 3 <= MAX_KEY_BYTES) return false;
    return Buffer.byteLength(value) > MAX_KEY_BYTES;
  });
  return found?.[0];
}
