// Tests the lists of configuration, plugin and title sources, and the problems of the last load.
import { afterEach, describe, expect, it } from '@jest/globals';
import { openPage, type Page } from '../../page/open-page.ts';

const setting = (name: string, value: string | null) => ({
  ...{ name, value, group: 'own', about: '', isSecret: false, isSet: value !== null },
  ...{ from: 'default', file: null, default: 'none', values: 'text' },
});

let page: Page;
afterEach(() => page.close());

async function openSources(status: object, roles?: readonly string[]): Promise<void> {
  const answers: Record<string, unknown> = {
    loadedurls: ['/config/file/expert'],
    lastupdatetime: '2026-11-29T08:00:00Z',
    status,
    settings: [
      setting('PLUGIN_SOURCES', '/srv/plugins;https://plugins.example/a.jar\n'),
      setting('TDB_SOURCES', null),
    ],
  };
  page = await openPage({
    file: 'screens/configuration/sources.tsx',
    component: 'ConfigurationSources',
    services: ({ path }) => Response.json(answers[path.slice(path.lastIndexOf('/') + 1)] ?? null),
    ...(roles !== undefined && { roles }),
  });
  await page.show();
}

const texts = (selector: string): string[] => page.root.findAll(selector).map(({ text }) => text);

describe('the sources', () => {
  it('of plugins and titles are listed next to the sources of the configuration', async () => {
    await openSources({ ready: true });
    expect(texts('h2')).toEqual(['Configuration', 'Plugins', 'Title databases']);
    expect(texts('li')).toEqual(['expert', '/srv/plugins', 'https://plugins.example/a.jar']);
    expect(texts('.card').at(-1)).toContain('None');
    expect(texts('.problem')).toEqual([]);
  });

  it('are shown with the problems of each kind, one message per line', async () => {
    await openSources({
      ready: true,
      reason: 'T.xml: broken; no map. a.tdb:1: odd. And 171 more problems with titles; the log has them all.',
      problems: [
        { kind: 'plugins', count: 3, examples: ['T.xml: broken; no map.'] },
        { kind: 'titles', count: 172, examples: ['a.tdb:1: odd.'] },
      ],
    });
    expect(texts('.problem-title')).toEqual([
      '3 problems with plugins',
      '172 problems in the title database',
    ]);
    expect(texts('.load-problems')).toEqual([
      'T.xml: broken; no map. 2 more problems are in the log.',
      'a.tdb:1: odd.',
    ]);
    const [all] = page.root.findAll('.problem')[0]!.findAll('a');
    expect(all!.attributes.get('href')).toBe('/console/titles?view=findings');
    expect(texts('.problem')[0]).not.toContain('the log has them all');
  });

  it('are shown with the reason why the service is not ready', async () => {
    const problems = [{ kind: 'titles', count: 1, examples: ['a.tdb:1: odd.'] }];
    await openSources({ ready: false, reason: 'the database cannot be reached; a.tdb:1: odd.', problems });
    expect(page.root.findAll('.problem')[0]!.findAll('p')[0]!.text).toBe('the database cannot be reached');
  });
});
