// Creates an entry from the values of one AU in `.tdb` text, as LOCKSS converts the text to a configuration.
import type { TdbEntry } from '../entry/entry.ts';
import { makeDefaultPublisher, makeDefaultTitle } from '../entry/names.ts';
import type { TextPosition } from './positions.ts';
import type { TdbScope } from './scope.ts';

/** Status keywords of AUs that the publisher no longer offers. */
const downStatuses = new Set(['frozen', 'finished', 'down', 'superseded', 'zapped']);

/** Creates an entry from the values in the scope. Returns an error message if a required value is missing. */
export function makeEntryFromScope(scope: TdbScope, { line, column }: TextPosition): TdbEntry | string {
  const { fields, params: definitional, publisher, title } = scope;
  const { name, status, year } = fields;
  const pluginId = pluginOf(fields);
  if (!name) return 'the AU has no name';
  if (!pluginId) return `the AU "${name}" has no plugin`;
  const down = downStatuses.has(status ?? '') || scope.nonDefinitional.pub_down === 'true';
  const params = { ...definitional, ...scope.nonDefinitional };
  if (fields.proxy) params.crawl_proxy = fields.proxy;
  if (down) params.pub_down = 'true';
  const attrs = attributesOf(scope);
  const titleName = title?.name ?? makeDefaultTitle(name, attrs, params);
  return {
    line,
    column,
    name,
    pluginId,
    publisher: publisher ?? makeDefaultPublisher(titleName),
    title: titleName,
    definitional,
    params,
    configuration: params,
    attrs,
    props: propertiesOf(scope),
    down,
    ...(year && { year }),
    ...(status && { status }),
  };
}

function pluginOf({ plugin, pluginPrefix, pluginSuffix }: Record<string, string>): string {
  return plugin || `${pluginPrefix ?? ''}${pluginSuffix ?? ''}`;
}

const attributeWords = ['provider', 'edition', 'eisbn', 'isbn', 'year', 'volume'] as const;

function attributesOf({ fields, attrs, publisher }: TdbScope): Record<string, string> {
  const attributes: Record<string, string> = {};
  if (publisher !== undefined) attributes.publisher = publisher;
  for (const word of attributeWords) {
    const value = fields[word];
    if (value !== undefined) attributes[word] = value;
  }
  if (fields.rights === 'openaccess') attributes.rights = fields.rights;
  if (fields.status === 'zapped') attributes.status = fields.status;
  return Object.assign(attributes, attrs);
}

function propertiesOf({ title = {} }: TdbScope): Record<string, string> {
  const properties: Record<string, string> = { type: title.type ?? 'journal' };
  if (title.issn !== undefined) properties.issn = title.issn;
  if (title.eissn !== undefined) properties.eissn = title.eissn;
  if (title.issnl !== undefined) properties.issnl = title.issnl;
  if (title.doi !== undefined) properties.journalDoi = title.doi;
  return properties;
}
