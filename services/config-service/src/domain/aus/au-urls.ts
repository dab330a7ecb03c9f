// Derives URLs of an AU from its plugin: the start URLs of crawls, and the URL stems of all content that the AU may
// contain.
import { NAMED_PLUGIN_ID } from '../plugins/named-plugin.ts';
import type { PluginRule } from '../plugins/plugin.ts';
import { makeAuValues } from '../templates/au-values.ts';
import { renderUrls } from '../templates/render.ts';
import { selectTemplates } from '../templates/rule-templates.ts';
import { TemplateError } from '../templates/template.ts';
import { SECRET_TYPE, STANDARD_SECRET } from './secrets.ts';

/** Plugin rules and AU parameters from which the URLs are derived. */
export interface UrlRules {
  readonly pluginId: string;
  readonly start: PluginRule | null;
  readonly permission: PluginRule | null;
  readonly stems: PluginRule | null;
  readonly parameters: readonly { readonly key: string; readonly type: number }[];
  readonly configuration: Readonly<Record<string, string>>;
  /** Value of `au_coverage_depth` in the title entry. */
  readonly depth: string | null;
  /** Additional hosts, such as CDNs, on which crawls have found content of the AU. */
  readonly cdnStems: readonly string[] | null;
}

const URL_TYPE = 3;

/** Returns the start URLs. Undefined if the plugin has none, or if a template cannot be filled for this AU. */
export function renderStartUrls(rules: UrlRules): string[] | undefined {
  const urls = isNamed(rules) ? listIn(rules, 'start_urls') : renderRule(rules, rules.start);
  return urls?.length === 0 ? undefined : urls;
}

/** Returns `scheme://host:port/` of every host of the AU, sorted. Returns undefined if a template cannot be filled. */
export function collectUrlStems(rules: UrlRules): string[] | undefined {
  if (isNamed(rules)) return stemsOfNamed(rules);
  const permission = renderRule(rules, rules.permission ?? rules.start);
  const more = renderRule(rules, rules.stems);
  if (permission === undefined || more === undefined) return undefined;
  const { parameters, configuration } = rules;
  const bases = parameters.flatMap(({ key, type }) =>
    type === URL_TYPE && Object.hasOwn(configuration, key) ? [configuration[key]!] : [],
  );
  const stems = [...permission, ...more, ...bases].flatMap(stemOf);
  const all = [...new Set([...stems, ...(rules.cdnStems ?? [])])].sort();
  return all.length === 0 ? undefined : all;
}

/** Returns whether the AU is a named AU (named-plugin.ts). The configuration of a named AU lists its URLs. */
const isNamed = ({ pluginId }: UrlRules): boolean => pluginId === NAMED_PLUGIN_ID;

function listIn({ configuration }: UrlRules, key: string): string[] {
  const text = Object.hasOwn(configuration, key) ? configuration[key]! : '';
  return text
    .split(';')
    .map((url) => url.trim())
    .filter((url) => url !== '');
}

function stemsOfNamed(rules: UrlRules): string[] | undefined {
  const stems = [...listIn(rules, 'start_urls').flatMap(stemOf), ...listIn(rules, 'url_stems')];
  const all = [...new Set([...stems, ...(rules.cdnStems ?? [])])].sort();
  return all.length === 0 ? undefined : all;
}

function renderRule({ parameters, configuration, depth }: UrlRules, rule: PluginRule): string[] | undefined {
  // Omits secret parameters, so that no URL contains a password.
  const secret = new Set(parameters.filter(({ type }) => type === SECRET_TYPE).map(({ key }) => key));
  const shown = Object.entries(configuration).filter(([key]) => !secret.has(key) && key !== STANDARD_SECRET);
  const values = makeAuValues({ parameters, configuration: Object.fromEntries(shown) });
  try {
    return selectTemplates(rule, depth ?? undefined).flatMap((template) => renderUrls(template, values));
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

function stemOf(url: string): string[] {
  const parsed = URL.parse(url);
  return parsed === null || parsed.host === '' ? [] : [`${parsed.protocol}//${parsed.host}/`];
}
