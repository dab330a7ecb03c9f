// Tests the options for the choice of a plugin.
import { expect, it } from '@jest/globals';
import { findPluginGroups } from '../../../src/screens/import/plugin-choice.ts';

const titles = { plugins: 'Plugins', base: 'Base plugin' };
const plugins = [
  { pluginId: 'org.example.BaseAtypon', name: 'Base Atypon Plugin', auCount: 0 },
  {
    pluginId: 'org.example.Atypon',
    name: 'Example Journals',
    definition: { plugin_parent: 'org.example.BaseAtypon' },
    publishingPlatform: 'Atypon',
  },
  { pluginId: 'org.example.One', name: 'Secrecy News Plugin', auCount: 1 },
  { pluginId: 'org.example.Two', name: 'Secrecy News Plugin', auCount: 2 },
  { pluginId: 'org.example.Old', name: 'News of Old', auCount: 0 },
];
const find = (text: string) =>
  findPluginGroups(plugins, text, titles).map(({ key, options }) => [key, ...options.map((one) => one.key)]);

it('finds plugins by name, ID and platform, and distinguishes plugins with the same name', () => {
  expect(find('news')).toEqual([['plugins', 'org.example.Old', 'org.example.One', 'org.example.Two']]);
  expect(find('EXAMPLE.TWO')).toEqual([['plugins', 'org.example.Two']]);
  const [group] = findPluginGroups(plugins, 'secrecy', titles);
  expect(group!.options.map(({ hint }) => hint)).toEqual(['org.example.One', 'org.example.Two']);
  expect(find('no such plugin')).toEqual([]);
});

it('lists base plugins at the end, unless they have AUs', () => {
  expect(find('atypon')).toEqual([
    ['plugins', 'org.example.Atypon'],
    ['base', 'org.example.BaseAtypon'],
  ]);
  const [, base] = findPluginGroups(plugins, 'atypon', titles);
  expect(base!.options[0]).toMatchObject({ badge: 'Base plugin' });
  const used = plugins.map((one) => ({ ...one, auCount: 1 }));
  expect(findPluginGroups(used, 'atypon', titles)).toHaveLength(1);
});

it('lists all plugins if the text is empty', () => {
  expect(find('').flat()).toHaveLength(plugins.length + 2);
});
