// Tests the year of an AU.
import { makeAuid } from '@holdfast/auid';
import { expect, it } from '@jest/globals';
import { findAuYear, type KnownAu } from '../../../src/domain/aus/known-au.ts';

const make = (changes: Partial<KnownAu>): KnownAu => ({
  ...{ auid: 'org|P&handle~x', pluginId: 'org.P', configuration: {}, title: undefined, plugin: undefined },
  ...changes,
});
const title = { year: '2013' } as KnownAu['title'];
const auid = makeAuid('org.P', { base_url: 'http://www.example.org/', year: '2015' });

it.each([
  ['the title database', { title, configuration: { year: '2014' }, auid }, '2013'],
  ['the configuration', { configuration: { year: '2014-2015' }, auid }, '2014-2015'],
  ['the AUID', { auid }, '2015'],
  ['the AUID, if the configuration has no year', { auid, configuration: { year: '0' } }, '2015'],
  ['nowhere', {}, undefined],
  ['nowhere, if the AUID is malformed', { auid: 'a&b~%' }, undefined],
])('comes from %s', (_source, au, year) => {
  expect(findAuYear(make(au))).toBe(year);
});
