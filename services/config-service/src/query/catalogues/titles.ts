// Catalogues of the title database: served AUs, publishers and titles.
import { sql } from 'kysely';
import type { Catalogue, ObjectProperty, Properties } from '../catalogue.ts';
import { defineAlias, defineBoolean, defineList, defineMap, defineText } from '../fixed-properties.ts';
import { maskSecretParams } from './secrets.ts';

/**
 * Defines the publisher of an object. `needs` names the joins that provide the publisher table; it is empty if the
 * publisher is the main table.
 */
function publisher(needs: readonly string[]): ObjectProperty {
  return {
    type: 'object',
    members: { name: defineText('p.name', { needs, always: true }) },
    sql: sql`p.name`,
    needs,
  };
}

/** Some properties have two names: one from the interface and one used by LOCKSS services. */
function titleProperties(needs: readonly string[]): Properties {
  const named = {
    proprietaryid: defineText('t.proprietary_id', { needs }),
    proprietaryids: defineList('t.proprietary_ids', { needs, always: true }),
    publicationtype: defineText('t.publication_type', { needs, always: true }),
    issnl: defineText('t.issnl', { needs }),
    eissn: defineText('t.eissn', { needs }),
    printissn: defineText('t.print_issn', { needs }),
  } as const;
  return {
    name: defineText('t.name', { needs, always: true }),
    tdbPublisher: publisher([...needs, 'publisher']),
    id: defineText('t.id', { needs, always: true }),
    issn: defineText('t.issn', { needs }),
    issns: defineList('t.issns', { needs, always: true }),
    ...named,
    proprietaryId: defineAlias(named.proprietaryid),
    proprietaryIds: defineAlias(named.proprietaryids),
    publicationType: defineAlias(named.publicationtype),
    issnL: defineAlias(named.issnl),
    eIssn: defineAlias(named.eissn),
    printIssn: defineAlias(named.printissn),
  };
}

// The title and publisher of an AU always exist. Inner joins let the planner start from either side.
const joins = {
  title: { sql: sql`join tdb_title as t on t.title_id = a.title_id` },
  publisher: { sql: sql`join tdb_publisher as p on p.publisher_id = t.publisher_id` },
};

/** Masked, because entries may contain user names and passwords. */
const params = maskSecretParams(sql`a.params`, sql`a.plugin_id`);

/** Whether the plugin is loaded and the entry has all definitional parameters. */
const isAddable = sql`exists (
  select from plugin
  where plugin.plugin_id = a.plugin_id and not exists (
    select from jsonb_to_recordset(plugin.parameters) as p(key text, definitional boolean)
    where p.definitional and not a.configuration ? p.key))`;

export const titleAusCatalogue: Catalogue = {
  properties: {
    auId: defineText('a.auid', { always: true }),
    name: defineText('a.name', { always: true }),
    pluginName: defineText('a.plugin_id', { always: true }),
    tdbTitle: { type: 'object', members: titleProperties(['title']), sql: sql`t.name`, needs: ['title'] },
    tdbPublisher: publisher(['title', 'publisher']),
    year: defineText('a.year'),
    down: defineBoolean(sql`a.down`, { always: true }),
    active: defineBoolean(sql`coalesce(not c.inactive, false)`, { needs: ['configured'], always: true }),
    // An extension of the interface, so `*` does not include it.
    addable: defineAlias(defineBoolean(isAddable)),
    params: defineMap(params, { always: true }),
    attrs: defineMap(sql`a.attrs`, { always: true }),
    props: defineMap(sql`a.props`, { always: true }),
  },
  from: sql`current_tdb_au as a`,
  joins: {
    ...joins,
    configured: { sql: sql`left join au_configuration as c on c.auid = a.auid` },
  },
  order: [sql`a.auid`, sql`a.place`, sql`a.au_no`],
};

export const publishersCatalogue: Catalogue = {
  properties: { name: defineText('p.name', { always: true }) },
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
