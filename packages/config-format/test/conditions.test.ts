import { describe, expect, it } from '@jest/globals';
import type { PlatformFacts } from '../src/common/types.ts';
import { readConfigurationError, readPairs } from './read.ts';

const platform: PlatformFacts = {
  groups: ['prod', 'Beta'],
  hostname: 'Node1.Example.org',
  hostIP: '192.0.2.1',
  serviceName: 'config-service',
  serviceAbbrev: 'cfg',
  daemonVersion: '2.10.3',
  platformName: 'Linux RPM',
  platformVersion: '1-2',
};
const yes = '<property name="yes" value="1"/>';
const no = '<property name="no" value="1"/>';
const inside = (text: string): string => `<lockss-config>${text}</lockss-config>`;
const options = { format: 'xml', platform } as const;
const given = (text: string) => readPairs(inside(text), options);
const holds = async (attributes: string): Promise<boolean> =>
  (await given(`<if ${attributes}><then>${yes}</then><else>${no}</else></if>`))[0] === 'yes=1';

describe('conditions', () => {
  it.each([
    ['group="prod"', true],
    ['group="PROD"', false],
    ['group="Beta"', true],
    ['group="prod;Beta"', false],
    ['hostname="node1.example.ORG"', true],
    ['hostname="node1"', false],
    ['hostIP="192.0.2.1"', true],
    ['serviceName="CONFIG-service"', true],
    ['serviceAbbrev="CFG"', true],
    ['platformName="linux rpm"', true],
    ['daemonVersion="2.10.3"', true],
    ['daemonVersion="2.10.03.0"', true],
    ['daemonVersion="2.10"', false],
    ['daemonVersionMin="2.9"', true],
    ['daemonVersionMin="2.10.4"', false],
    ['daemonVersionMax="2.9.9"', false],
    ['daemonVersionMax="2.10.3"', true],
    ['daemonVersionMin="2.0" daemonVersionMax="3.0"', true],
    ['daemonVersionMin="2.0" daemonVersionMax="2.1"', false],
    ['platformVersion="1.2"', true],
    ['platformVersionMin="1-1"', true],
    ['platformVersionMax="1-1"', false],
    ['daemonVersionMin="2.10.3-beta"', false],
    ['group="prod" hostname="other"', false],
    ['group="prod" hostIP="192.0.2.1"', true],
    ['nobody="knows"', false],
  ])('<if %s> is %s', async (attributes, expected) => {
    expect(await holds(attributes)).toBe(expected);
  });

  const t = '<test group="prod"/>';
  const f = '<test group="other"/>';
  it.each([
    [t, true],
    [f, false],
    [`${t}${t}`, true],
    [`${t}${f}`, false],
    [`<not>${f}</not>`, true],
    [`<not>${t}</not>`, false],
    [`<not>${t}${f}</not>`, true],
    [`<and>${t}${t}</and>`, true],
    [`<and>${t}${f}</and>`, false],
    [`<or>${f}${f}</or>`, false],
    [`<or>${f}${t}</or>`, true],
    [`<or>${f}<and>${t}<not>${f}</not></and></or>`, true],
    [`<not><or>${f}<not>${t}</not></or></not>`, true],
    [`<or>${f}</or>${t}`, false],
  ])('%s is %s', async (tests, expected) => {
    expect(await given(`<if>${tests}<then>${yes}</then><else>${no}</else></if>`)).toEqual([
      expected ? 'yes=1' : 'no=1',
    ]);
  });

  it('joins the attributes of an if and its tests', async () => {
    expect(await given(`<if group="prod">${f}<then>${yes}</then><else>${no}</else></if>`)).toEqual(['no=1']);
  });

  it('needs no then where there is no else', async () => {
    expect(await given(`<if group="prod">${yes}${yes}</if><if group="x">${no}</if>`)).toEqual([
      'yes=1',
      'yes=1',
    ]);
  });

  it('nests, also within properties, and all conditions around count', async () => {
    const text = `<property name="a">
      <if group="prod"><then><if group="x"><then>${no}</then><else><property name="b"><property name="c" value="1"/></property></else></if></then></if>
      <if group="x"><if group="prod">${no}</if><then-not/></if></property>`;
    expect(await given(text.replace('<then-not/>', ''))).toEqual(['a.b.c=1']);
    expect(
      await given(`<if group="x"><then><if group="x"><then/><else>${no}</else></if></then></if>`),
    ).toEqual([]);
  });

  it('checks also what does not count', async () => {
    expect(await readConfigurationError(inside(`<if group="x"><foo/></if>`), options)).toMatch(
      /<foo> cannot stand in <if>/,
    );
  });

  it('tells of conditions that nobody knows', async () => {
    const warnings: unknown[] = [];
    await readPairs(inside(`\n<if moon="full">${no}</if>`), {
      ...options,
      warn: (warning) => warnings.push(warning),
    });
    expect(warnings).toEqual([{ message: 'the condition "moon" is not known and never holds', line: 2 }]);
  });

  it('holds nothing to be true of a platform of which nothing is known', async () => {
    const text = inside(
      `<if daemonVersionMin="0">${no}</if><if hostname="">${no}</if><if><not><test group="x"/></not>${yes}</if>`,
    );
    expect(await readPairs(text, { format: 'xml' })).toEqual(['yes=1']);
  });

  it.each([
    ['no condition', `<if>${yes}</if>`, /an <if> has no condition/],
    ['an empty test', `<if><test/>${yes}</if>`, /a <test> tests nothing/],
    ['an empty and', `<if><and/>${yes}</if>`, /<and> has no tests in it/],
    ['tests after the content', `<if group="a">${yes}${t}</if>`, /tests of an <if> must come before/],
    ['an else alone', '<if group="a"><else/></if>', /<else> must come after a <then>/],
    ['two thens', '<if group="a"><then/><then/></if>', /either properties or one <then>/],
    ['two elses', '<if group="a"><then/><else/><else/></if>', /<else> must come after a <then>/],
    ['properties beside a then', `<if group="a"><then/>${yes}</if>`, /either properties or one <then>/],
    ['a then beside properties', `<if group="a">${yes}<then/></if>`, /either properties or one <then>/],
    [
      'an exact version and a range',
      `<if daemonVersion="1" daemonVersionMin="1">${yes}</if>`,
      /cannot be tested together/,
    ],
    ['attributes on an or', `<if><or group="a">${t}</or></if>`, /<or> has no attribute "group"/],
  ])('refuses %s', async (_what, text, message) => {
    expect(await readConfigurationError(inside(text), options)).toMatch(message);
  });
});
