// Catalogues of the title database: visible AUs, publishers and titles.
import { sql } from 'kysely';
import type { Catalogue, ObjectProperty, Properties } from '../catalogue.ts';
import {
  defineAliasProperty,
  defineBooleanProperty,
  defineListProperty,
  defineMapProperty,
  defineTextProperty,
} from '../fixed-properties.ts';
import { maskSecretParams } from './secrets.ts';

/**
 * Defines the publisher of an object. `needs` contains the joins for the publisher table; it is empty in the catalogue
 * of publishers.
 */
function publisher(needs: readonly string[]): ObjectProperty {
  return {
    type: 'object',
    members: { name: defineTextProperty('p.name', { needs, always: true }) },
    sql: sql`p.name`,
    needs,
  };
}

/** Defines the properties of a title. Some properties have two names: one from the interface and one from LOCKSS. */
function titleProperties(needs: readonly string[]): Properties {
  const named = {
    proprietaryid: defineTextProperty('t.proprietary_id', { needs }),
    proprietaryids: defineListProperty('t.proprietary_ids', { needs, always: true }),
    publicationtype: defineTextProperty('t.publication_type', { needs, always: true }),
    issnl: defineTextProperty('t.issnl', { needs }),
    eissn: defineTextProperty('t.eissn', { needs }),
    printissn: defineTextProperty('t.print_issn', { needs }),
  } as const;
  return {
    name: defineTextProperty('t.name', { needs, always: true }),
    tdbPublisher: publisher([...needs, 'publisher']),
    id: defineTextProperty('t.id', { needs, always: true }),
    issn: defineTextProperty('t.issn', { needs }),
    issns: defineListProperty('t.issns', { needs, always: true }),
    ...named,
    proprietaryId: defineAliasProperty(named.proprietaryid),
    proprietaryIds: defineAliasProperty(named.proprietaryids),
    publicationType: defineAliasProperty(named.publicationtype),
    issnL: defineAliasProperty(named.issnl),
    eIssn: defineAliasProperty(named.eissn),
    printIssn: defineAliasProperty(named.printissn),
  };
}

// Inner joins, because every AU has a title and a publisher. The planner can then start from any of these tables.
const joins = {
  title: { sql: sql`join tdb_title as t on t.title_id = a.title_id` },
  publisher: { sql: sql`join tdb_publisher as p on p.publisher_id = t.publisher_id` },
};

/** Masks parameters, because entries may contain user names and passwords. */
const params = maskSecretParams(sql`a.params`, sql`a.plugin_id`);

/** True if the plugin is loaded and the entry has all its definitional parameters. */
const isAddable = sql`exists (
  select from plugin
  where plugin.plugin_id = a.plugin_id and not exists (
    select from jsonb_to_recordset(plugin.parameters) as p(key text, definitional boolean)
    where p.definitional and not a.configuration ? p.key))`;

export const titleAusCatalogue: Catalogue = {
  properties: {
    auId: defineTextProperty('a.auid', { always: true }),
    name: defineTextProperty('a.name', { always: true }),
    pluginName: defineTextProperty('a.plugin_id', { always: true }),
    tdbTitle: { type: 'object', members: titleProperties(['title']), sql: sql`t.name`, needs: ['title'] },
    tdbPublisher: publisher(['title', 'publisher']),
    year: defineTextProperty('a.year'),
    down: defineBooleanProperty(sql`a.down`, { always: true }),
    active: defineBooleanProperty(sql`coalesce(not c.inactive, false)`, {
      needs: ['configured'],
      always: true,
    }),
    // This property extends the interface. It is defined as an alias, so that `*` does not include it.
    addable: defineAliasProperty(defineBooleanProperty(isAddable)),
    params: defineMapProperty(params, { always: true }),
    attrs: defineMapProperty(sql`a.attrs`, { always: true }),
    props: defineMapProperty(sql`a.props`, { always: true }),
  },
  from: sql`current_tdb_au as a`,
  joins: {
    ...joins,
    configured: { sql: sql`left join au_configuration as c on c.auid = a.auid` },
  },
  order: [sql`a.auid`, sql`a.place`, sql`a.au_no`],
};

export const publishersCatalogue: Catalogue = {
  properties: { name: defineTextProperty('p.name', { always: true }) },
  from: sql`tdb_publisher as p`,
  joins: {},
  order: [sql`p.name`],
};

export const titlesCatalogue: Catalogue = {
  properties: titleProperties([]),
  from: sql`tdb_title as t`,
  joins: { publisher: joins.publisher },
  order: [sql`t.id`, sql`t.title_id`],
};
