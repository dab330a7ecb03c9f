// Parameters that LOCKSS defines: the common parameters of all plugins, and parameters that definitions may use without
// describing them.
import type { ParameterType } from './parameter-types.ts';
import type { PluginParameter } from './plugin.ts';

/** Parameters of every plugin. They are not definitional, and their values in title entries are only defaults. */
export const commonParameters: readonly PluginParameter[] = (
  [
    ['au_closed', 5, 'AU closed'],
    ['pub_down', 5, 'Publisher down'],
    ['pub_never', 5, 'Never from the publisher'],
    ['protocol_version', 6, 'Polling protocol version'],
    ['crawl_proxy', 1, 'Crawl proxy'],
    ['nc_interval', 12, 'Crawl interval'],
  ] as const
).map(([key, type, displayName]) => ({ key, type, definitional: false, defaultOnly: true, displayName }));

/** Returns the standard parameter with this key, or undefined if there is none. */
export function findStandardParameter(key: string): PluginParameter | undefined {
  return standard.get(key);
}

const definitional: readonly (readonly [string, ParameterType, string])[] = [
  ['base_url', 3, 'Base URL'],
  ['base_url2', 3, 'Second base URL'],
  ['handle', 1, 'Handle'],
  ['volume', 6, 'Volume number'],
  ['volume_name', 1, 'Volume name'],
  ['year', 4, 'Year'],
  ['issue_range', 7, 'Issue range'],
  ['num_issue_range', 8, 'Numeric issue range'],
  ['issue_set', 9, 'Issue set'],
  ['journal_id', 1, 'Journal identifier'],
  ['journal_dir', 1, 'Journal directory'],
  ['journal_abbr', 1, 'Journal abbreviation'],
  ['journal_issn', 1, 'Journal ISSN'],
  ['publisher_name', 1, 'Publisher name'],
  ['oai_request_url', 3, 'OAI request URL'],
  ['oai_spec', 1, 'OAI set'],
  ['collection', 1, 'Collection'],
];

const standard: ReadonlyMap<string, PluginParameter> = new Map(
  [
    ...definitional.map(([key, type, displayName]) => ({
      key,
      type,
      definitional: true,
      defaultOnly: false,
      displayName,
    })),
    {
      key: 'user_pass',
      type: 10 as const,
      definitional: false,
      defaultOnly: false,
      displayName: 'User and password',
    },
    ...commonParameters,
  ].map((parameter) => [parameter.key, parameter]),
);
