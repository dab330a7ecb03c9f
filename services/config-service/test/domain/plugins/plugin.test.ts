import { describe, expect, it } from '@jest/globals';
import { namedPlugin } from '../../../src/domain/plugins/named-plugin.ts';
import {
  computeAuid,
  findInvalidParameter,
  type Plugin,
  type PluginParameter,
} from '../../../src/domain/plugins/plugin.ts';
import { commonParameters } from '../../../src/domain/plugins/standard-parameters.ts';

const parameter = (key: string, type: PluginParameter['type'], definitional = true): PluginParameter => ({
  key,
  type,
  definitional,
  defaultOnly: false,
});

const plugin: Plugin = {
  pluginId: 'org.example.plugin.JournalPlugin',
  name: 'Journal',
  version: '1',
  type: 'Internal',
  definition: {},
  rules: {},
  parameters: [
    parameter('year', 4),
    parameter('base_url', 3),
    parameter('constructor', 1, false),
    ...commonParameters,
  ],
};

describe('the AUID of a configuration', () => {
  const configuration = { base_url: 'http://www.example.com/', year: '2014' };

  it('is made of its definitional parameters, whatever else it holds', () => {
    const auid = 'org|example|plugin|JournalPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014';
    expect(computeAuid(plugin, configuration)).toEqual({ auid });
    expect(
      computeAuid(plugin, { ...configuration, 'reserved.disabled': 'true', pub_down: 'x', other: '' }),
    ).toEqual({
      auid,
    });
  });

  it('takes values as they are, fitting or not', () => {
    expect(computeAuid(plugin, { base_url: ' x ', year: '' })).toEqual({
      auid: 'org|example|plugin|JournalPlugin&base_url~+x+&year~',
    });
  });

  it('cannot be told when one is missing, and says which', () => {
    expect(computeAuid(plugin, { year: '2014' })).toEqual({ missing: 'base_url' });
    expect(computeAuid(plugin, {})).toEqual({ missing: 'year' });
  });

  it('of a named AU is made of its handle', () => {
    expect(computeAuid(namedPlugin, { handle: 'my handle', features: 'crawledAu' })).toEqual({
      auid: 'org|lockss|plugin|NamedPlugin&handle~my+handle',
    });
  });

  it('takes no value that the configuration only inherits', () => {
    const odd = { ...plugin, parameters: [parameter('constructor', 1)] };
    expect(computeAuid(odd, {})).toEqual({ missing: 'constructor' });
  });
});

describe('a misfit', () => {
  it('is the first parameter, in the order of the plugin, whose value is not of its type', () => {
    const configuration = { base_url: 'no URL', year: 'two', nc_interval: 'soon' };
    expect(findInvalidParameter(plugin, configuration)).toEqual({
      key: 'year',
      expected: 'a year of four digits, or 0',
    });
    expect(findInvalidParameter(plugin, { ...configuration, year: '2014' })).toEqual({
      key: 'base_url',
      expected: 'an absolute URL',
    });
  });

  it('can be in a parameter that every plugin has', () => {
    expect(findInvalidParameter(plugin, { pub_down: 'perhaps' })).toMatchObject({ key: 'pub_down' });
  });

  it('is not in what is missing, nor in what the plugin does not know', () => {
    expect(findInvalidParameter(plugin, {})).toBeUndefined();
    expect(findInvalidParameter(plugin, { other: '', 'reserved.disabled': 'perhaps' })).toBeUndefined();
  });
});
