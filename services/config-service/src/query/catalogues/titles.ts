// The catalogues of the title database: AUs, publishers and titles that are served.
import { sql } from 'kysely';
import type { Catalogue, ObjectProperty, Properties } from '../catalogue.ts';
import { alias, boolean, list, map, text } from '../fixed-properties.ts';
import { withoutSecrets } from './secrets.ts';

/** `needs` are the joins that these tables come in by: none for the table that is asked itself. */
function publisher(needs: readonly string[]): ObjectProperty {
  return {
    type: 'object',
    members: { name: text('p.name', { needs, always: true }) },
    sql: sql`p.name`,
    needs,
  };
}

/** Some have two names: that of the interface, and that by which services of the field tell them. */
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

// A title and a publisher that an AU belongs to are always there: inner joins let the planner begin with either side.
const joins = {
  title: { sql: sql`join tdb_title as t on t.title_id = a.title_id` },
  publisher: { sql: sql`join tdb_publisher as p on p.publisher_id = t.publisher_id` },
};

/** Entries may hold a name and a password that their AUs are to be given. */
const params = withoutSecrets(sql`a.params`, sql`a.plugin_id`);

/** The plugin is here, and the entry names every parameter that defines an AU of it. */
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
    // Beyond the interface, and so not part of `*`.
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
