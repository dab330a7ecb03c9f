import { describe, expect, it } from '@jest/globals';
import type { DefinitionCandidate } from '../../../src/domain/plugin-definitions/definition.ts';
import { resolvePlugins } from '../../../src/domain/plugin-definitions/resolve.ts';
import { NAMED_PLUGIN_ID, namedPlugin } from '../../../src/domain/plugins/named-plugin.ts';
import { makeCandidate } from './candidates.ts';

const id = (name: string) => `org.example.${name}`;
const resolve = (...candidates: DefinitionCandidate[]) => resolvePlugins(candidates, 'newer');
const used = (resolved: ReturnType<typeof resolve>) =>
  resolved.plugins
    .filter((plugin) => plugin !== namedPlugin)
    .map(({ pluginId, version }) => [pluginId, version]);
const child = (name: string, parent: string, members = {}, more: Partial<DefinitionCandidate> = {}) =>
  makeCandidate(id(name), { plugin_parent: id(parent), ...members }, { params: [], ...more });

describe('the plugins in use', () => {
  it('always have the built-in one among them, which cannot be replaced', () => {
    expect(resolve().plugins).toEqual([namedPlugin]);
    const other = resolve(makeCandidate(NAMED_PLUGIN_ID, { plugin_version: '99' }));
    expect(other.plugins).toEqual([namedPlugin]);
    expect(other.problems).toEqual([
      `NamedPlugin.xml: ${NAMED_PLUGIN_ID} is built in and cannot be replaced`,
    ]);
  });

  it('have what their definition says', () => {
    const members = {
      plugin_name: 'Demo Plugin',
      plugin_version: '7',
      plugin_publishing_platform: 'Demo Platform',
      au_refetch_depth: 2,
      au_start_url: ['"%sa", base_url', '"%sb", base_url'],
    };
    const origin = { type: 'Loadable', registry: 'R', url: 'http://r.example/p.jar' } as const;
    const { plugins } = resolve(makeCandidate(id('Demo'), members, { origin, params: ['base_url', 'year'] }));
    expect(plugins[0]).toMatchObject({
      pluginId: id('Demo'),
      name: 'Demo Plugin',
      version: '7',
      type: 'Loadable',
      registry: 'R',
      url: 'http://r.example/p.jar',
      publishingPlatform: 'Demo Platform',
      definition: { au_refetch_depth: '2', au_start_url: '["\\"%sa\\", base_url","\\"%sb\\", base_url"]' },
      rules: { au_refetch_depth: 2, au_start_url: ['"%sa", base_url', '"%sb", base_url'] },
    });
    expect(plugins[0]!.parameters.slice(0, 2).map(({ key }) => key)).toEqual(['base_url', 'year']);
  });

  it('are called by the last part of their id when they have no name', () => {
    expect(resolve(makeCandidate(id('Demo'))).plugins[0]).toMatchObject({ name: 'Demo', version: '1' });
  });

  it('are of the highest version there is, wherever it was found', () => {
    const versions = ['9', '11', '10'].map((version) =>
      makeCandidate(id('Demo'), { plugin_version: version }),
    );
    const resolved = resolve(...versions);
    expect(used(resolved)).toEqual([[id('Demo'), '11']]);
    expect(resolved.problems).toEqual([]);
  });

  it('are of a lower version when the highest cannot be used, which is said', () => {
    const resolved = resolve(
      makeCandidate(id('Demo'), { plugin_version: '1' }),
      child('Demo', 'Lost', { plugin_version: '2' }, { place: 'new.jar!/Demo.xml' }),
    );
    expect(used(resolved)).toEqual([[id('Demo'), '1']]);
    expect(resolved.problems).toEqual([
      'new.jar!/Demo.xml, line 3: the plugin org.example.Demo cannot be used: its parent org.example.Lost is missing',
    ]);
  });

  it('are the first found of two that differ in nothing but what they say, which is said', () => {
    const [one, same, other] = ['a', 'a', 'b'].map((name, at) =>
      makeCandidate(id('Demo'), { plugin_name: name }, { place: `${at}.xml` }),
    );
    const resolved = resolve(one!, same!, other!);
    expect(resolved.plugins[0]).toMatchObject({ name: 'a' });
    expect(resolved.problems).toEqual([
      '2.xml: differs from the org.example.Demo of the same version at 0.xml; the latter is used',
    ]);
  });

  it('are not those that an archive holds only to inherit from', () => {
    const resolved = resolve(makeCandidate(id('Base'), {}, { isPlugin: false }), child('Demo', 'Base'));
    expect(used(resolved)).toEqual([[id('Demo'), '1']]);
  });
});

describe('inheritance', () => {
  const base = (members = {}, more: Partial<DefinitionCandidate> = {}) =>
    makeCandidate(id('Base'), { plugin_version: '5', au_name: 'base', au_crawl_depth: 1, ...members }, more);

  it('gives a plugin what it does not say itself, over any number of generations', () => {
    const { plugins } = resolve(
      base({ au_start_url: 'a', plugin_publishing_platform: 'P' }),
      child('Middle', 'Base', { au_name: 'middle', au_permission_url: 'm' }),
      child('Demo', 'Middle', { au_start_url: 'd', plugin_version: '2' }),
    );
    const demo = plugins.find(({ pluginId }) => pluginId === id('Demo'))!;
    expect(demo).toMatchObject({ version: '2', publishingPlatform: 'P' });
    expect(demo.rules).toMatchObject({
      plugin_identifier: id('Demo'),
      au_name: 'middle',
      au_permission_url: 'm',
      au_start_url: 'd',
    });
    expect(demo.parameters[0]).toMatchObject({ key: 'base_url' });
  });

  it('takes away what the mark says, and gives it back to nobody', () => {
    const { plugins } = resolve(base(), child('Demo', 'Base', { au_name: null }), child('Grand', 'Demo'));
    const byId = new Map(plugins.map((plugin) => [plugin.pluginId, plugin]));
    expect(byId.get(id('Base'))!.rules).toHaveProperty('au_name');
    expect(byId.get(id('Demo'))!.rules).not.toHaveProperty('au_name');
    expect(byId.get(id('Demo'))!.definition).not.toHaveProperty('au_name');
    expect(byId.get(id('Grand'))!.rules).not.toHaveProperty('au_name');
  });

  it('knows two keys by their names of old', () => {
    const { plugins } = resolve(
      base({ au_manifest: 'old' }),
      child('Demo', 'Base', { au_permission_url: 'new' }),
      makeCandidate(id('Both'), { au_manifest: 'old', au_permission_url: 'new' }),
    );
    const rules = Object.fromEntries(plugins.map((plugin) => [plugin.pluginId, plugin.rules]));
    expect(rules[id('Base')]).toMatchObject({ au_permission_url: 'old', au_refetch_depth: 1 });
    expect(rules[id('Demo')]).toMatchObject({ au_permission_url: 'new', au_refetch_depth: 1 });
    expect(rules[id('Both')]).toMatchObject({ au_permission_url: 'new' });
  });

  it('takes a parent of the version asked for before a higher one, first from the same archive', () => {
    const { plugins, problems } = resolve(
      base({ plugin_version: '6', au_name: 'six' }),
      base({ au_name: 'other five' }, { file: 'other.jar' }),
      base({ au_name: 'five' }, { file: 'demo.jar', isPlugin: false }),
      child('Demo', 'Base', { plugin_parent_version: '5' }, { file: 'demo.jar' }),
      child('Any', 'Base', {}, { file: 'demo.jar' }),
    );
    const names = Object.fromEntries(plugins.map(({ pluginId, rules }) => [pluginId, rules.au_name]));
    expect(names).toMatchObject({ [id('Base')]: 'six', [id('Demo')]: 'five', [id('Any')]: 'five' });
    expect(problems).toEqual([]);
  });

  it.each([
    ['5', 'newer', undefined],
    ['5', 'exact', undefined],
    ['4', 'newer', undefined],
    ['4', 'exact', 'its parent org.example.Base has version 5 instead of 4'],
    ['6', 'newer', 'its parent org.example.Base has version 5 instead of 6'],
    ['6', 'exact', 'its parent org.example.Base has version 5 instead of 6'],
  ] as const)(
    'from version 5 of a parent where %s is asked for, and %s may be taken: %s',
    (version, versions, fault) => {
      const demo = child('Demo', 'Base', { plugin_parent_version: version });
      const { plugins, problems } = resolvePlugins([base(), demo], versions);
      expect(plugins.map(({ pluginId }) => pluginId).includes(id('Demo'))).toBe(fault === undefined);
      expect(plugins.map(({ pluginId }) => pluginId)).toContain(id('Base'));
      const place = 'Demo.xml, line 3: the plugin org.example.Demo cannot be used: ';
      expect(problems).toEqual(fault === undefined ? [] : [place + fault]);
    },
  );

  it('in a circle costs those in it and those behind it, and nobody else', () => {
    const resolved = resolve(
      child('A', 'B'),
      child('B', 'C'),
      child('C', 'A'),
      child('Behind', 'A'),
      child('Self', 'Self'),
      makeCandidate(id('Good')),
    );
    expect(used(resolved)).toEqual([[id('Good'), '1']]);
    expect(resolved.problems).toHaveLength(5);
    expect(resolved.problems).toContain(
      'A.xml, line 3: the plugin org.example.A cannot be used: it inherits in a circle: ' +
        'org.example.A → org.example.B → org.example.C → org.example.A',
    );
  });

  it('says whose parent is missing', () => {
    const { problems } = resolve(child('Middle', 'Lost'), child('Demo', 'Middle'));
    expect(problems).toContain(
      'Demo.xml, line 3: the plugin org.example.Demo cannot be used: ' +
        "its ancestor org.example.Middle's parent org.example.Lost is missing",
    );
  });

  it('ends somewhere', () => {
    const generations = Array.from({ length: 30 }, (_, n) => child(`G${n}`, `G${n + 1}`));
    const resolved = resolve(...generations, makeCandidate(id('G30')));
    expect(used(resolved)).toHaveLength(11);
    expect(resolved.problems[0]).toMatch(/G\d+ cannot be used: it has more than 10 ancestors$/);
  });

  it('does not help a plugin that declares no parameters', () => {
    const { problems } = resolve(makeCandidate(id('Base'), {}, { params: [] }), child('Demo', 'Base'));
    expect(problems).toEqual([
      'Base.xml: the plugin org.example.Base cannot be used: it declares no parameters (plugin_config_props)',
      'Demo.xml: the plugin org.example.Demo cannot be used: it declares no parameters (plugin_config_props)',
    ]);
  });
});

describe('what is made to be too much', () => {
  it('is refused where one plugin inherits too much', () => {
    const long = 'x'.repeat(900_000);
    const generations = Array.from({ length: 6 }, (_, n) =>
      child(`G${n}`, `G${n + 1}`, { [`key${n}`]: long }),
    );
    const { plugins, problems } = resolve(...generations, makeCandidate(id('G6')));
    expect(plugins.map(({ pluginId }) => pluginId)).toEqual(
      [2, 3, 4, 5, 6].map((n) => id(`G${n}`)).concat(NAMED_PLUGIN_ID),
    );
    expect(problems).toEqual(
      ['G0', 'G1'].map((name) =>
        expect.stringMatching(
          `${name} cannot be used: it is longer than 4194304 characters with what it inherits$`,
        ),
      ),
    );
  });

  it('is refused where many plugins inherit much', () => {
    const base = makeCandidate(id('Base'), { long: ['x'.repeat(1_000_000)] });
    const children = Array.from({ length: 200 }, (_, n) => child(`C${n}`, 'Base'));
    const { plugins, problems } = resolve(base, ...children);
    expect(plugins.length + problems.length).toBe(202);
    expect(plugins.length).toBeLessThan(140);
    expect(problems[0]).toMatch(/C\d+ cannot be used: all plugins together are too long$/);
  });

  it('is left out where there are many definitions of one plugin', () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      makeCandidate(id('Demo'), { plugin_version: String(n) }),
    );
    const resolved = resolve(...many);
    expect(used(resolved)).toEqual([[id('Demo'), '29']]);
    expect(resolved.problems).toEqual(['Demo.xml: there are more than 20 definitions of org.example.Demo']);
  });

  it('is refused where it would be put together without end', () => {
    const members = Object.fromEntries(Array.from({ length: 1_900 }, (_, n) => [`key${n}`, n]));
    const children = Array.from({ length: 700 }, (_, n) => child(`C${n}`, 'Base'));
    const { plugins, problems } = resolve(makeCandidate(id('Base'), members), ...children);
    expect(plugins.length + problems.length).toBe(702);
    expect(plugins.length).toBeLessThan(530);
    expect(problems[0]).toMatch(/all plugins together are too long$/);
  });
});
