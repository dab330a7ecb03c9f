import { describe, expect, it } from '@jest/globals';
import type { Plugin, PluginRule } from '../../../src/domain/plugins/plugin.ts';
import { makeSubstanceRules } from '../../../src/domain/substance/substance-rules.ts';

const pluginWith = (rules: Record<string, PluginRule>): Plugin => ({
  pluginId: 'org.example.Plugin',
  name: 'Plugin',
  version: '1',
  type: 'Internal',
  definition: {},
  rules,
  parameters: [
    { key: 'base_url', type: 3, definitional: true, defaultOnly: false },
    { key: 'issues', type: 7, definitional: true, defaultOnly: false },
  ],
});
const configuration = { base_url: 'http://www.x.org', issues: 'a-b' };
const rulesOf = (rules: Record<string, PluginRule>, title?: { attrs: Record<string, string> }) =>
  makeSubstanceRules(pluginWith(rules), { configuration, title: title as never });
const verdicts = (rules: Record<string, PluginRule>, urls: readonly string[]) =>
  urls.map((url) => rulesOf(rules)!.judge(url));

const pdf = '"^%s/.*[.]pdf$", base_url';
const html = '"[.]html$", base_url';
const broken = '"a++", base_url';

describe('substance rules', () => {
  it('are none without patterns', () => {
    expect(rulesOf({ au_start_url: pdf })).toBeUndefined();
    expect(rulesOf({ au_substance_url_pattern: [] })).toBeUndefined();
    expect(
      rulesOf({ au_substance_url_pattern: 5, au_non_substance_url_pattern: { a: { b: pdf } } }),
    ).toBeUndefined();
  });

  it('find substance where any pattern matches', () => {
    const rules = { au_substance_url_pattern: [pdf, html] };
    expect(verdicts(rules, ['http://www.x.org/a.pdf', '/b.html', '/c.gif'])).toEqual(['yes', 'yes', 'no']);
  });

  it('find substance where nothing without it matches, but for start and permission URLs', () => {
    const rules = {
      au_non_substance_url_pattern: html,
      au_start_url: ['"%s/start", base_url', '"%s", base_url'],
      au_permission_url: '"%s/permission", base_url',
      au_manifest: '"%s/manifest", base_url',
    };
    const at = (path: string) => `http://www.x.org${path}`;
    const without = [at('/a.html'), at('/start'), at('/permission'), at('/')];
    expect(verdicts(rules, without)).toEqual(['no', 'no', 'no', 'no']);
    expect(verdicts(rules, [at('/a.pdf'), at('/manifest'), at('/start/a')])).toEqual(['yes', 'yes', 'yes']);
  });

  it('take the old name of permission URLs where there is no new one', () => {
    const rules = { au_non_substance_url_pattern: html, au_manifest: '"%s/manifest", base_url' };
    expect(verdicts(rules, ['http://www.x.org/manifest'])).toEqual(['no']);
  });

  it('go by substance alone when both are said', () => {
    const rules = { au_substance_url_pattern: pdf, au_non_substance_url_pattern: html };
    expect(verdicts(rules, ['/a.gif'])).toEqual(['no']);
  });

  it('may differ by coverage depth', () => {
    const rules = { au_substance_url_pattern: { abstracts: html, '*': [pdf] } };
    const judge = (attrs: Record<string, string> | undefined, url: string) =>
      rulesOf(rules, attrs && { attrs })?.judge(url);
    const deep = { au_coverage_depth: 'abstracts' };
    expect([judge(deep, '/a.html'), judge(deep, 'http://www.x.org/a.pdf')]).toEqual(['yes', 'no']);
    const other = { au_coverage_depth: 'none of these' };
    expect([judge(other, '/a.html'), judge(other, 'http://www.x.org/a.pdf')]).toEqual(['no', 'yes']);
    expect([judge({}, '/a.html'), judge(undefined, 'http://www.x.org/a.pdf')]).toEqual(['no', 'yes']);
    const named = { au_substance_url_pattern: { fulltext: pdf, other: html } };
    expect(rulesOf(named)?.judge('http://www.x.org/a.pdf')).toBe('yes');
    expect(rulesOf(named, { attrs: deep })).toBeUndefined();
  });

  it('do not say No when a pattern that cannot be used might have said Yes', () => {
    const rules = rulesOf({ au_substance_url_pattern: [broken, pdf] })!;
    expect([rules.judge('http://www.x.org/a.pdf'), rules.judge('/a')]).toEqual(['yes', 'unknown']);
    expect(rules.usable).toBe(true);
    expect(rules.refusals).toEqual([
      'au_substance_url_pattern "a++", base_url: it has a possessive quantifier (++), which cannot be matched in linear time',
    ]);
    expect(rulesOf({ au_substance_url_pattern: broken })!.usable).toBe(false);
  });

  it('do not say Yes when a rule that cannot be used might have said No', () => {
    const rules = { au_non_substance_url_pattern: [broken, html] };
    expect(verdicts(rules, ['/a.html', '/a.pdf'])).toEqual(['no', 'unknown']);
    const start = { au_non_substance_url_pattern: html, au_start_url: '"%s/%s", base_url, issues' };
    expect(verdicts(start, ['/a.html', '/a.pdf'])).toEqual(['no', 'unknown']);
    expect(rulesOf(start)!.refusals).toEqual([
      'au_start_url "%s/%s", base_url, issues: a range of text cannot stand in a URL',
    ]);
  });

  it('together cost no more than can be afforded', () => {
    const large = `"${'[a-c]{1000}'.repeat(9)}", base_url`;
    const { refusals } = rulesOf({ au_substance_url_pattern: Array(7).fill(large) })!;
    expect(refusals).toHaveLength(2);
    expect(refusals[0]).toMatch(/: all patterns together are too large$/);
  });
});
