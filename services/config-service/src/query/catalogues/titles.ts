// Catalogues of the title database: served AUs, publishers and titles.
import { sql } from 'kysely';
import type { Catalogue, ObjectProperty, Properties } from '../catalogue.ts';
import { alias, boolean, list, map, text } from '../fixed-properties.ts';
import { withoutSecrets } from './secrets.ts';

/** `needs` are the joins that provide the publisher table; empty if it is the main table. */
function publisher(needs: readonly string[]): ObjectProperty {
  return {
    type: 'object',
    members: { name: text('p.name', { needs, always: true }) },
    sql: sql`p.name`,
    needs,
  };
}

/** Some properties have two names: one from the interface and one used by LOCKSS services. */
function titleProperties(needs: readonly string[]): Properties {
  const named = {
    proprietaryid: text('t.proprietary_id', { needs }),
    proprietaryids: list('t.proprietary_ids', { needs, always: true }),
    publicationtype: text('t.publication_type', { needs, always: true }),
    issnl: text('t.issnl', { needs }),
    eissn: text('t.eissn', { needs }),
    printissn: text('t.print_issn', { needs }),
  } as const;
  return {
    name: text('t.name', { needs, always: true }),
    tdbPublisher: publisher([...needs, 'publisher']),
    id: text('t.id', { needs, always: true }),
    issn: text('t.issn', { needs }),
    issns: list('t.issns', { needs, always: true }),
    ...named,
    proprietaryId: alias(named.proprietaryid),
    proprietaryIds: alias(named.proprietaryids),
    publicationType: alias(named.publicationtype),
    issnL: alias(named.issnl),
    eIssn: alias(named.eissn),
    printIssn: alias(named.printissn),
  };
}

// The title and publisher of an AU always exist. With inner joins, the planner can start from either side.
const joins = {
  title: { sql: sql`join tdb_title as t on t.title_id = a.title_id` },
  publisher: { sql: sql`join tdb_publisher as p on p.publisher_id = t.publisher_id` },
};

/** Entries may contain user names and passwords for their AUs. */
const params = withoutSecrets(sql`a.params`, sql`a.plugin_id`);

/** True if the plugin is loaded and the entry has all definitional parameters. */
const isAddable = sql`exists (
  select from plugin
  where plugin.plugin_id = a.plugin_id and not exists (
    select from jsonb_to_recordset(plugin.parameters) as p(key text, definitional boolean)
    where p.definitional and not a.configuration ? p.key))`;

export const titleAusCatalogue: Catalogue = {
  properties: {
    auId: text('a.auid', { always: true }),
    name: text('a.name', { always: true }),
    pluginName: text('a.plugin_id', { always: true }),
    tdbTitle: { type: 'object', members: titleProperties(['title']), sql: sql`t.name`, needs: ['title'] },
    tdbPublisher: publisher(['title', 'publisher']),
    year: text('a.year'),
    down: boolean(sql`a.down`, { always: true }),
    active: boolean(sql`coalesce(not c.inactive, false)`, { needs: ['configured'], always: true }),
    // An extension of the interface, so `*` does not include it.
    addable: alias(boolean(isAddable)),
    params: map(params, { always: true }),
    attrs: map(sql`a.attrs`, { always: true }),
    props: map(sql`a.props`, { always: true }),
  },
  from: sql`current_tdb_au as a`,
  joins: {
    ...joins,
    configured: { sql: sql`left join au_configuration as c on c.auid = a.auid` },
  },
  order: [sql`a.auid`, sql`a.place`, sql`a.au_no`],
};

export const publishersCatalogue: Catalogue = {
  properties: { name: text('p.name', { always: true }) },
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
