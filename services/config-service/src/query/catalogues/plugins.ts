// Catalogue of plugins: loaded and built-in ones.
import { sql } from 'kysely';
import { builtInPlugins } from '../../domain/plugins/built-in-plugins.ts';
import type { Catalogue, Sql } from '../catalogue.ts';
import { defineIntegerProperty, defineMapProperty, defineTextProperty } from '../fixed-properties.ts';

const builtIn = sql.join(
  [...builtInPlugins.values()].map(
    ({ pluginId, name, version, type, definition, parameters }) => sql`
      select ${pluginId}::text as plugin_id, ${name}::text as name, ${version}::text as version, ${type}::text as type,
        null::text as registry, null::text as url, null::text as publishing_platform,
        ${JSON.stringify(definition)}::jsonb as definition, '{}'::jsonb as rules, ${JSON.stringify(parameters)}::jsonb as parameters`,
  ),
  sql` union all `,
);

/** SQL table expression for all plugins. */
export const allPluginsTable: Sql = sql`(
  select plugin_id, name, version, type, registry, url, publishing_platform, definition, rules, parameters
  from plugin where plugin_id <> all(${[...builtInPlugins.keys()]}::text[])
  union all ${builtIn})`;

const countOfAus = sql`(select count(*) from au_configuration as a where a.plugin_id = p.plugin_id)`;

export const pluginsCatalogue: Catalogue = {
  properties: {
    pluginId: defineTextProperty('p.plugin_id', { always: true }),
    name: defineTextProperty('p.name', { always: true }),
    version: defineTextProperty('p.version', { always: true }),
    type: defineTextProperty('p.type', { always: true }),
    definition: defineMapProperty(sql`p.definition`, { always: true }),
    registry: defineTextProperty('p.registry'),
    url: defineTextProperty('p.url'),
    auCount: defineIntegerProperty(countOfAus, { always: true }),
    publishingPlatform: defineTextProperty('p.publishing_platform'),
  },
  from: sql`${allPluginsTable} as p`,
  joins: {},
  order: [sql`p.plugin_id`],
};
