// Creates an entry from configuration properties.
import type { TdbEntry } from './entry/entry.ts';
import { makeDefaultPublisher, makeDefaultTitle } from './entry/names.ts';

/** Parameters that an AU of any plugin may have, and that are never part of an AUID. */
const neverDefinitional = new Set([
  'au_closed',
  'pub_down',
  'pub_never',
  'protocol_version',
  'crawl_proxy',
  'crawl_interval',
  'nc_interval',
]);

interface Parts {
  readonly attrs: Record<string, string>;
  readonly props: Record<string, string>;
  readonly parameters: Map<string, { key?: string; value?: string; default_only?: string }>;
}

/**
 * Creates an entry from its properties, whose keys are relative to the entry (`title`, `param.1.key`). Returns an error
 * message if a required property is missing.
 */
export function makeEntryFromProperties(
  { name: entryName, line }: { readonly name: string; readonly line: number },
  values: ReadonlyMap<string, string>,
): TdbEntry | string {
  const name = values.get('title');
  const pluginId = values.get('plugin');
  if (!name) return 'it has no title; it is left out';
  if (!pluginId) return 'it has no plugin; it is left out';
  const { attrs, props, parameters } = groupProperties(values);
  const { params, configuration, definitional } = classifyParameters(parameters);
  const title =
    values.get('journalTitle') ?? values.get('journal.title') ?? makeDefaultTitle(name, attrs, params);
  const journalId = values.get('journalId');
  return {
    line,
    entryName,
    name,
    pluginId,
    publisher: attrs.publisher ?? values.get('publisher.name') ?? makeDefaultPublisher(title),
    title,
    definitional,
    params,
    configuration,
    attrs,
    props,
    down: params.pub_down === 'true',
    ...(journalId && { journalId }),
    ...(attrs.year && { year: attrs.year }),
  };
}

function groupProperties(values: ReadonlyMap<string, string>): Parts {
  const parts: Parts = { attrs: {}, props: {}, parameters: new Map() };
  for (const [key, value] of values) {
    if (key === 'title' || key === 'plugin' || key === 'journalTitle' || key.startsWith('journal.')) continue;
    if (key.startsWith('attributes.')) put(parts.attrs, key.slice('attributes.'.length), value);
    else if (key.startsWith('param.')) addParameter(parts.parameters, key, value);
    else put(parts.props, key, value);
  }
  return parts;
}

/** Adds a parameter from keys such as `param.N.key` and `param.N.value`, where N is any word. */
function addParameter(parameters: Parts['parameters'], key: string, value: string): void {
  const end = key.lastIndexOf('.');
  const member = key.slice(end + 1);
  if (member !== 'key' && member !== 'value' && member !== 'default_only') return;
  const number = key.slice('param.'.length, end);
  const parameter = parameters.get(number) ?? {};
  parameter[member] = value;
  parameters.set(number, parameter);
}

function classifyParameters(parameters: Parts['parameters']) {
  const params: Record<string, string> = {};
  const configuration: Record<string, string> = {};
  const definitional: Record<string, string> = {};
  for (const { key, value, default_only: defaultOnly } of parameters.values()) {
    if (!key || value === undefined) continue;
    put(params, key, value);
    if (defaultOnly === 'true') continue;
    put(configuration, key, value);
    if (!neverDefinitional.has(key) && !key.startsWith('reserved.')) put(definitional, key, value);
  }
  return { params, configuration, definitional };
}

/** Ignores `__proto__`, because assigning it would change the prototype. */
function put(map: Record<string, string>, key: string, value: string): void {
  if (key !== '__proto__' && key !== '') map[key] = value;
}
