// Applies a plugin's substance patterns to the URLs of an AU. The result is `unknown` if it depends on a pattern that
// cannot be used.

import type { KnownAu } from '../aus/known-au.ts';
import { getTemplateValues } from '../aus/make-name.ts';
import type { Plugin } from '../plugins/plugin.ts';
import type { AuValues } from '../templates/au-values.ts';
import { renderUrls } from '../templates/render.ts';
import { selectTemplates } from '../templates/rule-templates.ts';
import { TemplateError } from '../templates/template.ts';
import { compileUrlPattern, type UrlPattern } from '../templates/url-pattern.ts';

export type SubstanceVerdict = 'yes' | 'no' | 'unknown';

export interface SubstanceRules {
  judge(url: string): SubstanceVerdict;
  /** Reasons why patterns cannot be used, as sentences without a full stop. */
  readonly refusals: readonly string[];
  /** False if no pattern can be used. */
  readonly usable: boolean;
}

/** Filled templates, and the reasons why the other templates could not be filled. */
interface FilledTemplates<T> {
  readonly values: readonly T[];
  readonly refusals: readonly string[];
}

/** Maximum total weight of all patterns. The matching time per character of a URL is proportional to the weight. */
const MAX_WEIGHT = 50_000;

/** Creates the rules of one AU. Returns undefined if the plugin has no substance patterns. */
export function makeSubstanceRules(
  plugin: Plugin,
  au: Pick<KnownAu, 'configuration' | 'title'>,
): SubstanceRules | undefined {
  const values = getTemplateValues(plugin, au);
  const depth = au.title?.attrs.au_coverage_depth;
  const templates = (key: string) =>
    selectTemplates(plugin.rules[key], depth).map((template) => ({ key, template }));
  const substance = templates('au_substance_url_pattern');
  if (substance.length > 0) return makeRulesBySubstance(patterns(substance, values));
  const nonSubstance = templates('au_non_substance_url_pattern');
  if (nonSubstance.length === 0) return undefined;
  const permission = templates('au_permission_url');
  return makeRulesByNonSubstance(
    patterns(nonSubstance, values),
    urls(
      [...templates('au_start_url'), ...(permission.length > 0 ? permission : templates('au_manifest'))],
      values,
    ),
  );
}

/**
 * Returns a message about a substance rule that is not applied because it is Java code, or undefined if there is none.
 */
export function describeUnappliedPart({ rules }: Plugin): string | undefined {
  const factory = rules.plugin_substance_predicate_factory;
  if (factory === undefined || factory === null) return undefined;
  return `A part of the plugin's rule was not applied: plugin_substance_predicate_factory ${shortenTemplate(String(factory))} is a program, and here URLs are judged by patterns alone.`;
}

function makeRulesBySubstance({ values, refusals }: FilledTemplates<UrlPattern>): SubstanceRules {
  const otherwise = refusals.length > 0 ? 'unknown' : 'no';
  return {
    refusals,
    usable: values.length > 0,
    judge: (url) => (values.some((pattern) => pattern.isIn(url)) ? 'yes' : otherwise),
  };
}

/**
 * Creates rules from non-substance patterns: a URL has substance if it matches none of them. Start and permission URLs
 * never have substance, because every AU contains them.
 */
function makeRulesByNonSubstance(
  without: FilledTemplates<UrlPattern>,
  excepted: FilledTemplates<string>,
): SubstanceRules {
  const refusals = [...without.refusals, ...excepted.refusals];
  const otherwise = refusals.length > 0 ? 'unknown' : 'yes';
  const exceptions = new Set(excepted.values.flatMap((url) => [url, addRootSlash(url)]));
  return {
    refusals,
    // Without a usable pattern, every URL would have substance. If a pattern is unusable, the result is never `yes`.
    usable: without.values.length > 0,
    judge: (url) =>
      exceptions.has(url) || without.values.some((pattern) => pattern.isIn(url)) ? 'no' : otherwise,
  };
}

/** Converts `http://x.org` to `http://x.org/`, because crawlers store the URL with the slash. */
function addRootSlash(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

interface Source {
  readonly key: string;
  readonly template: string;
}

function patterns(sources: readonly Source[], values: AuValues): FilledTemplates<UrlPattern> {
  let weight = 0;
  return fill(sources, (template) => {
    const pattern = compileUrlPattern(template, values);
    if (weight + pattern.weight > MAX_WEIGHT) throw new TemplateError('all patterns together are too large');
    weight += pattern.weight;
    return [pattern];
  });
}

function urls(sources: readonly Source[], values: AuValues): FilledTemplates<string> {
  return fill(sources, (template) => renderUrls(template, values));
}

function fill<T>(sources: readonly Source[], make: (template: string) => readonly T[]): FilledTemplates<T> {
  const values: T[] = [];
  const refusals: string[] = [];
  for (const { key, template } of sources) {
    try {
      values.push(...make(template));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      refusals.push(`${key} ${shortenTemplate(template)}: ${error.message}`);
    }
  }
  return { values, refusals };
}

function shortenTemplate(template: string): string {
  return template.length > 200 ? `${template.slice(0, 200)}…` : template;
}
