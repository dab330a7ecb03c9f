// Fills the substance rules of the test plugins and of all real plugins with parameters of AUs. Every template must be
// usable.
import { readFileSync } from 'node:fs';
import { decodeAuKey, parseAuid } from '@holdfast/auid';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { resolvePlugins } from '../../../src/domain/plugin-definitions/resolve.ts';
import type { Plugin, PluginRule } from '../../../src/domain/plugins/plugin.ts';
import { makeSubstanceRules } from '../../../src/domain/substance/substance-rules.ts';
import { makeAuValues } from '../../../src/domain/templates/au-values.ts';
import { renderUrls } from '../../../src/domain/templates/render.ts';
import { TemplateError } from '../../../src/domain/templates/template.ts';
import { compileUrlPattern } from '../../../src/domain/templates/url-pattern.ts';
import { createFindings } from '../../../src/loading/plugins/findings.ts';
import { readPluginFolder } from '../../../src/loading/plugins/folder.ts';

const patternKeys = ['au_substance_url_pattern', 'au_non_substance_url_pattern'];
const urlKeys = ['au_start_url', 'au_permission_url', 'au_manifest'];
const ausOfEachPlugin = 5;

/** Plausible values by parameter type, for AUs that are not in the title database. */
const plausible: Record<number, string> = {
  1: 'name 1.a',
  2: '12',
  3: 'http://www.example.com/path/',
  4: '2014',
  5: 'true',
  6: '12',
  7: 'a-c',
  8: '1-12',
  9: 'a,{1-3}',
  10: 'user:pass',
  11: '12',
  12: '1d',
};

/** A URL with substance (`url`), and a URL without (`other`). */
type Judged = [pluginId: string, configuration: Record<string, string>, url: string, other: string];

const annals = { base_url: 'http://journals.river.example/', journal_id: 'annals' };
const book = { base_url: 'https://books.lake.example/', isbn: '978-0-00-000000-2' };

describe('the rules of our own plugins', () => {
  canBeUsed({
    plugins: findFixture('plugins'),
    table: findFixture('golden/tdb-aus.tsv'),
    // Five AUs of the journal plugin, which has five templates, and three AUs of the book plugin, which has two.
    templates: 5 * 5 + 3 * 2,
    judged: [
      [
        'org.example.JournalPlugin',
        { ...annals, volume: '7' },
        'http://journals.river.example/annals/7/12.pdf',
        'http://journals.river.example/annals/70/12.pdf',
      ],
      // Special characters in AU parameters are literal.
      [
        'org.example.JournalPlugin',
        { ...annals, volume: '1+' },
        'http://journals.river.example/annals/1+/12.pdf',
        'http://journals.river.example/annals/11/12.pdf',
      ],
      // The pattern has a back reference and a lookahead.
      [
        'org.example.JournalPlugin',
        { ...annals, volume: '7' },
        'http://journals.river.example/annals/epub/first.epub',
        'http://journals.river.example/annals/epub/first.html',
      ],
      [
        'org.example.JournalPlugin',
        { ...annals, volume: '7' },
        'http://journals.river.example/annals/html/last.html',
        'http://journals.river.example/annals/html/draft.html',
      ],
      [
        'org.example.BookPlugin',
        book,
        'https://books.lake.example/chapter.html',
        'https://books.lake.example/style.css',
      ],
      // The start URLs of an AU have no substance.
      [
        'org.example.BookPlugin',
        book,
        'https://books.lake.example/978-0-00-000000-2/1',
        'https://books.lake.example/978-0-00-000000-2',
      ],
    ],
  });
});

describeWithCorpus('the rules of real plugins', () => {
  canBeUsed({
    plugins: corpus.path('plugins'),
    table: corpus.path('golden/tdb-aus.tsv'),
    templates: 400,
    judged: [
      // The patterns have lookaheads and back references, which RE2 does not support.
      [
        'org.lockss.plugin.highwire.HighWirePressPlugin',
        { base_url: 'http://www.jbc.org/', volume_name: '278' },
        'http://www.jbc.org/cgi/content/full/278/1/12',
        'http://www.jbc.org/cgi/content/full/278/1/12/FIG1',
      ],
      [
        'org.lockss.plugin.usdocspln.gov.gpo.fdsys.GPOFDSysSitemapsPlugin',
        { base_url: 'http://www.gpo.gov/', collection_id: 'CREC', year: '2010' },
        'http://www.gpo.gov/fdsys/pkg/CREC-2010-01-05/pdf/CREC-2010-01-05.pdf',
        'http://www.gpo.gov/fdsys/pkg/CREC-2010-01-05/pdf/CREC-2010-01-05.xml',
      ],
      [
        'org.lockss.plugin.projmuse.ProjectMusePlugin',
        { base_url: 'http://muse.jhu.edu/', journal_dir: 'a_b', volume: '7' },
        'http://muse.jhu.edu/journals/a_b/v007/7.1smith.html',
        'http://muse.jhu.edu/journals/a_b/v07/7.1smith.html',
      ],
      [
        'org.lockss.plugin.atypon.allenpress.AllenPressJournalsPlugin',
        { base_url: 'http://www.x.org/', journal_id: 'abcd', volume_name: '1' },
        'https://www.x.org/doi/pdf/10.1/ab',
        'https://www.x.org/doi/abs/10.1/ab',
      ],
    ],
  });
});

interface Golden {
  readonly plugins: string;
  readonly table: string;
  /** Minimum number of usable templates. Each template counts once per AU. */
  readonly templates: number;
  readonly judged: Judged[];
}

function canBeUsed(golden: Golden): void {
  let plugins: readonly Plugin[];
  let configurations: Map<string, Record<string, string>[]>;
  beforeAll(async () => {
    const findings = createFindings();
    await readPluginFolder(findings, golden.plugins, new AbortController().signal);
    plugins = resolvePlugins(findings.candidates, 'newer').plugins;
    configurations = configurationsByPlugin(golden.table);
  });

  const ausOf = ({ pluginId, parameters }: Plugin): Record<string, string>[] => {
    const likely = Object.fromEntries(parameters.map(({ key, type }) => [key, plausible[type]!]));
    return (configurations.get(pluginId) ?? [{}]).map((given) => ({ ...likely, ...given }));
  };

  it('can all be used: there is no refusal', () => {
    let templates = 0;
    const refusals = new Set<string>();
    for (const plugin of plugins) {
      for (const configuration of ausOf(plugin)) {
        const values = makeAuValues({ parameters: plugin.parameters, configuration });
        for (const key of [...patternKeys, ...urlKeys]) {
          for (const template of textsOf(plugin.rules[key])) {
            templates++;
            const refusal = refusalOf(() =>
              patternKeys.includes(key) ? compileUrlPattern(template, values) : renderUrls(template, values),
            );
            if (refusal !== undefined) refusals.add(`${plugin.pluginId} ${key} ${template}: ${refusal}`);
          }
        }
      }
    }
    expect([...refusals]).toEqual([]);
    expect(templates).toBeGreaterThanOrEqual(golden.templates);
  });

  it.each(golden.judged)('of %s tell substance from what is none', (pluginId, configuration, url, other) => {
    const plugin = plugins.find((one) => one.pluginId === pluginId)!;
    const rules = makeSubstanceRules(plugin, { configuration, title: undefined })!;
    expect([rules.judge(url), rules.judge(other)]).toEqual(['yes', 'no']);
  });
}

function configurationsByPlugin(table: string): Map<string, Record<string, string>[]> {
  const found = new Map<string, Record<string, string>[]>();
  for (const line of readFileSync(table, 'utf8').split('\n')) {
    const parsed = parseAuid(line.split('\t')[0]!);
    const configuration = parsed && decodeAuKey(parsed.auKey);
    if (parsed === undefined || configuration === undefined) continue;
    const others = found.get(parsed.pluginId) ?? [];
    if (others.length < ausOfEachPlugin) found.set(parsed.pluginId, [...others, configuration]);
  }
  return found;
}

function textsOf(rule: PluginRule | undefined): string[] {
  if (typeof rule === 'string') return [rule];
  if (typeof rule !== 'object' || rule === null) return [];
  return Object.values(rule).flatMap((one: PluginRule) => textsOf(one));
}

function refusalOf(make: () => unknown): string | undefined {
  try {
    make();
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
