// Catalogue of configured AUs: their configuration, state, plugin and title entry.
import { sql } from 'kysely';
import { collectUrlStems, renderStartUrls, type UrlRules } from '../../domain/aus/au-urls.ts';
import { YEAR_PARAMETER, YEAR_PATTERN } from '../../domain/aus/known-au.ts';
import {
  describeCrawlResult,
  describePollResult,
  describeSubscription,
} from '../../domain/aus/result-texts.ts';
import { SECRET_TYPE, STANDARD_SECRET } from '../../domain/aus/secrets.ts';
import type { Catalogue, ScalarProperty, Sql } from '../catalogue.ts';
import {
  buildNumericMember,
  defineAliasProperty,
  defineBooleanProperty,
  defineIntegerProperty,
  defineJsonNumberProperty,
  defineMapProperty,
  defineMemberNumberProperty,
  defineMemberTextProperty,
  defineTextProperty,
  defineTimeProperty,
} from '../fixed-properties.ts';
import { crawlPoolExpression } from './crawl-pool.ts';
import { allPluginsTable } from './plugins.ts';
import { maskValue } from './secrets.ts';

const inState = { needs: ['state'] };
const stateNumber = (member: string) => defineMemberNumberProperty('s.document', member, inState);
const stateTime = (member: string): ScalarProperty => ({ ...stateNumber(member), isTime: true });
const stateText = (member: string) => defineMemberTextProperty('s.document', member, inState);

const NO_LIST: ScalarProperty = { type: 'list', sql: sql`(null::text[] collate "C")` };
const NO_TEXT: ScalarProperty = { type: 'text', sql: sql`(null::text collate "C")` };

const inRepository = {
  type: 'elsewhere',
  why: 'the repository service lists what it holds of an AU, at /aus/{auid}/artifacts',
  inLaaws: NO_LIST,
} as const;
const defineElsewhere = (what: string, inLaaws = NO_TEXT) =>
  ({ type: 'elsewhere', why: what, inLaaws }) as const;
const measured = { needs: ['size'] };

/** Returns an SQL expression for the text of a result code. The status of an AU contains the same texts. */
function wordOf(member: string, wordFor: (code: number) => string | null): Sql {
  const words = Object.fromEntries(Array.from({ length: 100 }, (_, code) => [code, wordFor(code)]));
  const code = sql`trim_scale(${buildNumericMember('s.document', member)})::text`;
  return sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${code}, 'Code ' || ${code})`;
}

const crawlWords = (code: number) => describeCrawlResult(code, null);

const resultText = (value: Sql): ScalarProperty => ({
  type: 'text',
  sql: sql`(${value} collate "C")`,
  ...inState,
});

const agreement = sql`greatest(${buildNumericMember('s.document', 'v3Agreement')}, ${buildNumericMember('s.document', 'highestV3Agreement')})`;

/** Selects the parameters that the plugin declares and the AU has. Masks secret values. */
const parameters = (definitional: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(q.key, case
    when q.type = ${sql.lit(SECRET_TYPE)} or q.key = ${sql.lit(STANDARD_SECRET)}
    then ${maskValue(sql`a.configuration ->> q.key`)}
    else a.configuration ->> q.key end), '{}')
  from jsonb_to_recordset(p.parameters) as q(key text, type integer, definitional boolean)
  where p.parameters is not null and q.definitional = ${definitional} and a.configuration ->> q.key is not null)`;

// Defines a map of parameters. If the plugin is not loaded, the map and the object that contains it are NULL.
// Otherwise, the map may be empty.
const parameterMap = (definitional: Sql) =>
  defineMapProperty(sql`(case when p.plugin_id is not null then ${parameters(definitional)} end)`, {
    needs: ['plugin'],
  });

// Accepts the same words for "true" as GET /austatuses.
const isTrue = (value: Sql): Sql => sql`coalesce(lower(${value}) in ('true', 'yes', 'on', '1'), false)`;
const unavailable = sql.join(
  [
    sql`coalesce(e.down, false)`,
    isTrue(sql`a.configuration ->> 'pub_down'`),
    isTrue(sql`a.configuration ->> 'pub_never'`),
    isTrue(sql`e.params ->> 'pub_never'`),
  ],
  sql` or `,
);

/** Name of the AU. Uses the same order of preference as domain/aus/known-au.ts. */
const name: ScalarProperty = {
  type: 'text',
  sql: sql`(coalesce(e.name, a.configuration ->> 'reserved.displayName', a.made_name, a.auid) collate "C")`,
  needs: ['entry'],
  always: true,
};

/** Agreements reported by each peer. */
const peerAgreements = sql`(
  select jsonb_agg(jsonb_build_object('peerId', g.peer_id, 'agreements', (
    select coalesce(jsonb_object_agg(m.key, jsonb_build_object(
      'percentAgreement', m.value -> 'percentAgreement',
      'percentAgreementTimestamp', m.value -> 'percentAgreementTime',
      'highestPercentAgreement', m.value -> 'highestPercentAgreement',
      'highestPercentAgreementTimestamp', m.value -> 'highestPercentAgreementTime')), '{}')
    from jsonb_each(g.entry -> 'map') as m)) order by g.peer_id)
  from au_agreement as g where g.auid = a.auid)`;

/**
 * Crawl proxy of the AU, from its configuration or else from its title entry. `direct` means that the AU does not use
 * the node's proxy.
 */
const ownProxy = sql`coalesce(a.configuration ->> 'crawl_proxy', e.params ->> 'crawl_proxy')`;
const crawlProxy = sql`((case lower(${ownProxy}) when 'direct' then 'Direct connection' else ${ownProxy} end) collate "C")`;

/** Plugin rules and AU parameters from which the URLs are derived. */
const urlRules = sql`(case when p.plugin_id is not null then jsonb_build_object(
  'pluginId', p.plugin_id, 'start', p.rules -> 'au_start_url', 'permission', p.rules -> 'au_permission_url',
  'stems', p.rules -> 'au_additional_url_stems', 'isProgram', p.rules ? 'plugin_access_url_factory',
  'parameters', p.parameters, 'configuration', a.configuration, 'depth', e.attrs ->> 'au_coverage_depth',
  'cdnStems', s.document -> 'cdnStems') end)`;

const byPlugin = (made: (rules: UrlRules & { readonly isProgram: boolean }) => unknown): ScalarProperty => ({
  ...{ type: 'document', sql: urlRules, needs: ['plugin', 'entry', 'state'] },
  made: (rules) => made(rules as Parameters<typeof made>[0]),
});

/** Year in the configuration of an AU. Uses the same rules as domain/aus/known-au.ts. */
const parameterYear = sql`case when a.configuration ->> ${sql.lit(YEAR_PARAMETER)} ~ ${sql.lit(YEAR_PATTERN)}
  then a.configuration ->> ${sql.lit(YEAR_PARAMETER)} end`;

export const ausCatalogue: Catalogue = {
  properties: {
    auId: defineTextProperty('a.auid', { always: true }),
    name,
    volume: defineAliasProperty(name),
    pluginName: defineTextProperty('a.plugin_id', { always: true }),
    tdbYear: { type: 'text', sql: sql`(coalesce(e.year, ${parameterYear}) collate "C")`, needs: ['entry'] },
    accessType: stateText('accessType'),
    contentSize: defineIntegerProperty(sql`z.content_bytes`, measured),
    diskUsage: defineIntegerProperty(sql`z.disk_bytes`, measured),
    sizeTime: defineTimeProperty(sql`z.measured_ms`, measured),
    recentPollAgreement: stateNumber('v3Agreement'),
    highestPollAgreement: defineJsonNumberProperty(agreement, inState),
    publishingPlatform: defineTextProperty('p.publishing_platform', { needs: ['plugin'] }),
    tdbPublisher: defineTextProperty('o.name', { needs: ['publisher'] }),
    tdbProvider: {
      type: 'text',
      sql: sql`(coalesce(e.provider, o.name) collate "C")`,
      needs: ['entry', 'publisher'],
    },
    availableFromPublisher: defineBooleanProperty(sql`(not (${unavailable}))`, {
      needs: ['entry'],
      always: true,
    }),
    substanceState: {
      type: 'text',
      sql: sql`(coalesce(s.document ->> 'hasSubstance', 'Unknown') collate "C")`,
      always: true,
      ...inState,
    },
    creationTime: defineTimeProperty(
      sql`coalesce(${buildNumericMember('s.document', 'auCreationTime')}, a.created_ms)`,
      inState,
    ),
    lastCompletedCrawl: stateTime('lastCrawlTime'),
    lastCrawl: stateTime('lastCrawlAttempt'),
    lastCrawlResult: resultText(
      sql`coalesce(s.document ->> 'lastCrawlResultMsg', ${wordOf('lastCrawlResult', crawlWords)})`,
    ),
    lastCompletedDeepCrawl: stateTime('lastDeepCrawlTime'),
    lastDeepCrawl: stateTime('lastDeepCrawlAttempt'),
    lastDeepCrawlResult: resultText(
      sql`coalesce(s.document ->> 'lastDeepCrawlResultMsg', ${wordOf('lastDeepCrawlResult', crawlWords)})`,
    ),
    lastCompletedDeepCrawlDepth: stateNumber('lastDeepCrawlDepth'),
    lastMetadataIndex: stateTime('lastMetadataIndex'),
    lastCompletedPoll: stateTime('lastTopLevelPollTime'),
    lastPoll: stateTime('lastPollStart'),
    lastPollResult: resultText(wordOf('lastPollResult', describePollResult)),
    subscriptionStatus: resultText(
      sql`(case when ${buildNumericMember('s.document', 'clockssSubscriptionStatus')} > 0
        then ${wordOf('clockssSubscriptionStatus', describeSubscription)} end)`,
    ),
    crawlProxy: { type: 'text', sql: crawlProxy, needs: ['entry'] },
    crawlPool: { type: 'text', sql: crawlPoolExpression, needs: ['plugin', 'entry'] },
    newContentCrawlUrls: byPlugin(renderStartUrls),
    accessUrls: byPlugin((rules) => (rules.isProgram ? undefined : renderStartUrls(rules))),
    urlStems: byPlugin(collectUrlStems),
    isBulkContent: defineBooleanProperty(
      sql`(case when p.plugin_id is not null then coalesce(p.definition ->> 'plugin_bulk_content' = 'true', false) end)`,
      { needs: ['plugin'] },
    ),
    peerAgreements: { type: 'document', sql: peerAgreements },
    auConfiguration: {
      type: 'object',
      members: { defParams: parameterMap(sql`true`), nonDefParams: parameterMap(sql`false`) },
      sql: sql`p.plugin_id`,
      needs: ['plugin'],
    },
    journalTitle: defineTextProperty('t.name', { needs: ['title'] }),
    active: defineBooleanProperty(sql`(not a.inactive)`, { always: true }),
    auNumber: defineIntegerProperty(sql`a.au_number`, { always: true }),
    lastConfigured: defineTimeProperty(sql`a.updated_ms`, { always: true }),
    urls: inRepository,
    substanceUrls: inRepository,
    articleUrls: inRepository,
    repositoryPath: defineElsewhere('content is not kept in a folder of its AU'),
    crawlWindow: defineElsewhere('the service that crawls knows when it may'),
    currentlyCrawling: defineElsewhere(
      'the service that crawls knows what it does now',
      defineBooleanProperty(sql`false`, { always: true }),
    ),
    currentlyPolling: defineElsewhere(
      'the service that polls knows what it does now',
      defineBooleanProperty(sql`false`, { always: true }),
    ),
  },
  from: sql`au_configuration as a`,
  joins: {
    state: { sql: sql`left join au_state as s on s.auid = a.auid` },
    size: { sql: sql`left join au_size as z on z.auid = a.auid` },
    plugin: { sql: sql`left join ${allPluginsTable} as p on p.plugin_id = a.plugin_id` },
    // Uses the first of several entries with the same AUID. With NOT EXISTS, the planner can either join all entries at
    // once, for long listings, or look up single entries.
    entry: {
      sql: sql`left join (
        select x.auid, x.name, x.year, x.down, x.params, x.attrs, x.attrs ->> 'provider' as provider, x.title_id
        from current_tdb_au as x
        where not exists (
          select from current_tdb_au as y where y.auid = x.auid and (y.place, y.au_no) < (x.place, x.au_no))
        ) as e on e.auid = a.auid`,
    },
    title: { sql: sql`left join tdb_title as t on t.title_id = e.title_id`, needs: ['entry'] },
    publisher: {
      sql: sql`left join tdb_publisher as o on o.publisher_id = t.publisher_id`,
      needs: ['title'],
    },
  },
  order: [sql`a.auid`],
};
