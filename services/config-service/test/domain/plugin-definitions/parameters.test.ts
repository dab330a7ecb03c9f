import { describe, expect, it } from '@jest/globals';
import { readDefinition } from '../../../src/domain/plugin-definitions/definition.ts';
import { readDeclaredParameters } from '../../../src/domain/plugin-definitions/parameters.ts';
import { commonParameters } from '../../../src/domain/plugins/standard-parameters.ts';
import { mapXml } from './definition-xml.ts';

const read = (...list: string[]) => {
  const xml = mapXml([
    '<entry><string>plugin_identifier</string><string>P</string></entry>',
    `<entry><string>plugin_config_props</string><list>${list.join('')}</list></entry>`,
  ]);
  return readDeclaredParameters(readDefinition(xml)!.entries);
};
const described = (members: string) =>
  `<org.lockss.daemon.ConfigParamDescr>${members}</org.lockss.daemon.ConfigParamDescr>`;

describe('the parameters of a definition', () => {
  it('are what it says of them, followed by those every plugin has', () => {
    const whole = described(
      '<key>base_url</key><displayName>Base URL</displayName><description>Where</description><type>3</type>' +
        '<size>40</size><definitional>true</definitional><defaultOnly>false</defaultOnly>',
    );
    const option = described(
      '<key>speed</key><type>12</type><definitional>false</definitional><defaultOnly>true</defaultOnly>',
    );
    expect(read(whole, option)).toEqual([
      {
        key: 'base_url',
        type: 3,
        size: 40,
        definitional: true,
        defaultOnly: false,
        displayName: 'Base URL',
        description: 'Where',
      },
      { key: 'speed', type: 12, definitional: false, defaultOnly: true },
      ...commonParameters,
    ]);
  });

  it('are definitional text unless it says otherwise', () => {
    expect(read(described('<key>own_key</key>'))[0]).toEqual({
      key: 'own_key',
      type: 1,
      definitional: true,
      defaultOnly: false,
    });
  });

  it('are the standard ones where it only names them', () => {
    const all = read(
      '<string>base_url</string>',
      described('<key>year</key>'),
      described('<key>user_pass</key>'),
      // A description with a type is complete, so the fields of the standard parameter `volume` do not apply.
      described('<key>volume</key><type>1</type>'),
    );
    expect(all.slice(0, 4)).toMatchObject([
      { key: 'base_url', type: 3, definitional: true },
      { key: 'year', type: 4, definitional: true },
      { key: 'user_pass', type: 10, definitional: false },
      { key: 'volume', type: 1, definitional: true },
    ]);
  });

  it('may say otherwise of what every plugin has', () => {
    const all = read(described('<key>pub_down</key><type>1</type>'));
    expect(all.filter(({ key }) => key === 'pub_down')).toEqual([
      { key: 'pub_down', type: 1, definitional: true, defaultOnly: false },
    ]);
    expect(all).toHaveLength(commonParameters.length);
  });

  it.each([
    ['a type that is none', described('<key>a</key><type>13</type>'), 'gives "a" a type that is not 1 to 12'],
    [
      'a type that is no number',
      described('<key>a</key><type>x</type>'),
      'gives "a" a type that is not 1 to 12',
    ],
    [
      'an odd flag',
      described('<key>a</key><definitional>yes</definitional>'),
      'says of "a" something that is neither true nor false',
    ],
    ['no key', described('<type>1</type>'), 'holds a parameter without a key, or with an overlong one'],
    [
      'a strange name alone',
      '<string>own_key</string>',
      'names the parameter "own_key", which is not a standard one, and does not describe it',
    ],
    ['something else', '<int>1</int>', 'has an entry that does not describe a parameter'],
    ['the same key twice', described('<key>a</key>').repeat(2), 'declares "a" twice'],
    [
      'too many',
      Array.from({ length: 101 }, (_, n) => described(`<key>k${n}</key>`)).join(''),
      'declares more than 100 parameters',
    ],
  ])('are refused for %s', (_what, xml, message) => {
    expect(() => read(xml)).toThrow(
      expect.objectContaining({ message: `plugin_config_props ${message}`, line: 3 }),
    );
  });

  it('are missed where there are none, or no list', () => {
    const plugin = '<entry><string>plugin_identifier</string><string>P</string></entry>';
    const entriesOf = (more: string) => readDefinition(mapXml([plugin, more]))!.entries;
    expect(() => readDeclaredParameters(entriesOf(''))).toThrow(
      'it declares no parameters (plugin_config_props)',
    );
    const text = '<entry><string>plugin_config_props</string><string>a</string></entry>';
    expect(() => readDeclaredParameters(entriesOf(text))).toThrow('plugin_config_props must be a list');
    const none = '<entry><string>plugin_config_props</string><list/></entry>';
    expect(readDeclaredParameters(entriesOf(none))).toEqual(commonParameters);
  });
});
