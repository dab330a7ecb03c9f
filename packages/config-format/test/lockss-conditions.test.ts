// Tests conditions with the expected results from lockss-core's configtest.xml, for the node that the LOCKSS test
// describes.
import { describe, expect, it } from '@jest/globals';
import type { PlatformFacts } from '../src/common/types.ts';
import { readPairs } from './read.ts';

const platform: PlatformFacts = {
  groups: ['beta'],
  hostname: 'testhost',
  hostIP: '11.22.33.44',
  serviceName: 'Rest Service 1',
  serviceAbbrev: 'sabbrev',
  daemonVersion: '1.2.8',
  platformName: 'OpenBSD CD',
  platformVersion: '135',
};
const given = (text: string) =>
  readPairs(`<lockss-config>${text}</lockss-config>`, { format: 'xml', platform });
const set = (value: string): string => `<property name="x" value="${value}"/>`;

describe('attributes of an if', () => {
  it.each([
    ['daemonVersion="1.2.7"', false],
    ['daemonVersion="1.2.8"', true],
    ['daemonVersionMax="1.2.7"', false],
    ['daemonVersionMax="1.2.9"', true],
    ['daemonVersionMin="1.2.7"', true],
    ['daemonVersionMin="1.2.9"', false],
    ['daemonVersionMin="1.2.7" daemonVersionMax="1.2.9"', true],
    ['daemonVersionMin="1.2.0" daemonVersionMax="1.2.7"', false],
    ['platformVersion="135"', true],
    ['platformVersion="136"', false],
    ['platformVersionMax="134"', false],
    ['platformVersionMax="136"', true],
    ['platformVersionMin="134"', true],
    ['platformVersionMin="136"', false],
    ['platformVersionMin="134" platformVersionMax="136"', true],
    ['platformVersionMin="130" platformVersionMax="134"', false],
    ['group="beta"', true],
    ['group="dev"', false],
    ['hostname="testhost"', true],
    ['hostname="badhost"', false],
    ['hostIP="11.22.33.44"', true],
    ['hostIP="66.66.66.66"', false],
    ['platformName="Linux rpm"', false],
    ['platformName="OpenBSD CD"', true],
    ['serviceName="Rest Service 1"', true],
    ['serviceAbbrev="sabbrev"', true],
    ['unknownConditional="foo"', false],
    ['unknownConditional="foo" hostname="testhost"', false],
    ['hostname="testhost" unknownConditional="foo"', false],
    ['platformVersion="134" group="beta"', false],
    ['platformVersion="135" group="beta"', true],
  ])('%s: %s', async (attributes, holds) => {
    expect(await given(`<if ${attributes}>${set('yes')}</if>`)).toEqual(holds ? ['x=yes'] : []);
    const both = `<then>${set('yes')}</then><else>${set('no')}</else>`;
    expect(await given(`<if ${attributes}>${both}</if>`)).toEqual([holds ? 'x=yes' : 'x=no']);
    expect(await given(`<if><test ${attributes}/>${both}</if>`)).toEqual([holds ? 'x=yes' : 'x=no']);
  });
});

const test = (attributes: string): string => `<test ${attributes}/>`;
const beta = test('group="beta"');
const foo = test('group="foo"');
const bar = test('group="bar"');
const host = test('hostname="testhost"');
const and = (...tests: string[]): string => `<and>${tests.join('')}</and>`;
const or = (...tests: string[]): string => `<or>${tests.join('')}</or>`;
const not = (...tests: string[]): string => `<not>${tests.join('')}</not>`;

describe('tests put together', () => {
  it.each([
    [and(beta, host), true],
    [and(beta, test('hostname="bar"')), false],
    [or(beta, foo), true],
    [or(foo, bar), false],
    [not(foo), true],
    [not(beta), false],
    // A `not` element is true if at least one of its tests is false.
    [not(foo, bar), true],
    [not(foo, beta, bar), true],
    [not(beta, host), false],
    [not(test('daemonVersionMin="1.4.0"'), test('group="foogroup"')), true],
    [and(test('daemonVersionMin="1.4.0"'), test('group="foogroup"')), false],
    [and(test('daemonVersionMin="1.2.8"'), test('group="foogroup"')), false],
    [and(test('daemonVersionMin="1.2.8"'), beta), true],
    [and(not(and(host, test('daemonVersion="1.5.0"'))), or(foo, bar, beta)), true],
    [
      or(
        not(host),
        or(test('hostname="bar"'), test('hostname="foo"')),
        and(
          test('daemonVersionMin="1.0.0" daemonVersionMax="2.0.1"'),
          test('platformVersionMin="100" platformVersionMax="130"'),
        ),
      ),
      false,
    ],
    [
      not(
        or(
          test('hostname="testhost1"'),
          or(foo, bar),
          and(beta, test('daemonVersionMin="1.0.0" daemonVersionMax="2.0.1"')),
        ),
      ),
      false,
    ],
  ])('%s: %s', async (tests, holds) => {
    expect(await given(`<if>${tests}${set('yes')}</if>`)).toEqual(holds ? ['x=yes'] : []);
    const both = `<then>${set('yes')}</then><else>${set('no')}</else>`;
    expect(await given(`<if>${tests}${both}</if>`)).toEqual([holds ? 'x=yes' : 'x=no']);
  });
});

describe('an if in another', () => {
  const choose = (tests: string, yes: string, no?: string): string =>
    `<if>${tests}<then>${yes}</then>${no === undefined ? '' : `<else>${no}</else>`}</if>`;
  const inner = (group: string, yes: string, no: string): string =>
    choose(test(`group="${group}"`), set(yes), set(no));
  const badHost = test('hostname="badhost"');
  it.each([
    [choose(host, inner('beta', 'foo', 'bar'), set('baz')), ['x=foo']],
    [choose(host, inner('prod', 'foo', 'bar'), set('baz')), ['x=bar']],
    [choose(badHost, inner('beta', 'foo', 'bar'), set('baz')), ['x=baz']],
    [choose(badHost, inner('beta', 'foo', 'bar'), inner('beta', 'baz', 'quux')), ['x=baz']],
    [choose(badHost, inner('beta', 'foo', 'bar'), inner('prod', 'baz', 'quux')), ['x=quux']],
    [choose(badHost, set('shouldnt') + choose(beta, set('foo'))), []],
  ])('%s', async (text, expected) => {
    expect(await given(text)).toEqual(expected);
  });
});

describe('values', () => {
  it.each([
    ['<property name="a" value="foo"/>', 'a=foo'],
    ['<property name="b"><property name="c" value="foo"/></property>', 'b.c=foo'],
    ['<property name="d"><value>bar</value></property>', 'd=bar'],
    [
      '<property name="d"><list><value>1</value><value>2</value><value>5</value></list></property>',
      'd=[1|2|5]',
    ],
    [
      '<property name="l"><list><value>this&amp;should&amp;be&amp;one&amp;value</value></list></property>',
      'l=[this&should&be&one&value]',
    ],
  ])('%s', async (text, expected) => {
    expect(await given(text)).toEqual([expected]);
  });
});

it('knows no condition on a node that says nothing of itself', async () => {
  for (const attributes of [
    'hostname="testhost"',
    'group="beta"',
    'daemonVersion="1.2.8"',
    'platformVersion="135"',
  ])
    expect(
      await readPairs(
        `<lockss-config><if ${attributes}><then>${set('yes')}</then><else>${set('no')}</else></if></lockss-config>`,
        { format: 'xml' },
      ),
    ).toEqual(['x=no']);
});
