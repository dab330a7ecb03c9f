// Tests the screen of an AU without rendering it: agreements, history, and the configuration form.
import { describe, expect, it } from '@jest/globals';
import {
  fitsParameterType,
  type ParameterType,
  parsePluginId,
  toAuConfiguration,
  toAuFields,
} from '../../../src/parts/au/form/au-fields.ts';
import { listAgreementKinds, toAgreementRows } from '../../../src/screens/au/agreement-rows.ts';
import { listPastEvents } from '../../../src/screens/au/history/past-events.ts';
import { layOutTimeline } from '../../../src/screens/au/timeline.ts';

describe('agreements', () => {
  const of = (percentAgreement: number, percentAgreementTime = 0, highestPercentAgreement = -1) => ({
    ...{ percentAgreement, percentAgreementTime, highestPercentAgreement, highestPercentAgreementTime: 0 },
  });
  const agreements = {
    auid: 'a&b~c',
    rawMap: {
      b: { id: 'b', map: { POR: of(0.5, 20, 0.9), POP: of(1, 5) } },
      a: { id: 'a', map: { POR: of(0.75, 10) } },
      c: { id: 'c', map: { POR: of(-1) } },
    },
  };

  it('come by kind, without those that there are none of', () => {
    expect(listAgreementKinds(agreements)).toEqual([
      { kind: 'POR', count: 2 },
      { kind: 'POP', count: 1 },
    ]);
    expect(listAgreementKinds({ auid: 'a&b~c', rawMap: {} })).toEqual([]);
  });

  it('come in the order that is asked for', () => {
    const peers = (order: 'time' | 'share' | 'peer') =>
      toAgreementRows(agreements, 'POR', order).map(({ peer }) => peer);
    expect([peers('time'), peers('share'), peers('peer')]).toEqual([
      ['b', 'a'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(toAgreementRows(agreements, 'POR', 'peer').map(({ highest }) => highest)).toEqual([0.75, 0.9]);
  });
});

it('the past is what the documents tell, the latest first', () => {
  const state = {
    auCreationTime: 100,
    lastCrawlAttempt: 300,
    lastCrawlTime: 200,
    lastPollStart: -1,
    lastContentChange: 0,
  };
  const status = { lastCrawlResult: 'Fetch error' };
  expect(listPastEvents({ state, status, lastConfiguredMs: 250 } as never)).toEqual([
    { kind: 'crawlTried', timeMs: 300, result: 'Fetch error' },
    { kind: 'configured', timeMs: 250 },
    { kind: 'crawled', timeMs: 200 },
    { kind: 'created', timeMs: 100 },
  ]);
});

describe('a configuration', () => {
  const parameters = [
    { key: 'base_url', type: 'URL' as const, definitional: true },
    { key: 'pub_down', type: 'BOOLEAN' as const, definitional: false },
  ];
  const stored = { base_url: 'http://a/', odd: 'x', 'reserved.displayName': 'A' };

  it('is fields in the order of the plugin, then what the plugin does not know', () => {
    expect(toAuFields(parameters, stored).map(({ key, value }) => [key, value])).toEqual([
      ['base_url', 'http://a/'],
      ['pub_down', ''],
      ['odd', 'x'],
    ]);
  });

  it('is stored without empty fields, and with what is reserved', () => {
    expect(toAuConfiguration({ base_url: 'http://a/', pub_down: 'true', odd: '' }, stored)).toEqual({
      base_url: 'http://a/',
      pub_down: 'true',
      'reserved.displayName': 'A',
    });
  });

  it.each<[ParameterType, string, string]>([
    ['INT', '-12', '1.5'],
    ['POS_INT', '0', '-1'],
    ['URL', 'http://a.org/', 'a.org'],
    ['YEAR', '2014', '14'],
    ['BOOLEAN', 'Yes', 'maybe'],
    ['NUM_RANGE', '1-9', '1-2-3'],
    ['SET', 'a,b', ' , '],
    ['USER_PASSWD', 'me:it', 'me'],
    ['TIME_INTERVAL', '2w', '2 weeks'],
  ])('of type %s can be %j and not %j, and empty', (type, good, bad) => {
    expect([
      fitsParameterType(type, good),
      fitsParameterType(type, bad),
      fitsParameterType(type, ''),
    ]).toEqual([true, false, true]);
  });

  it('belongs to the plugin that the AUID names', () => {
    expect(parsePluginId('org|example|Plugin&year~2014')).toBe('org.example.Plugin');
    expect(parsePluginId('none')).toBe('');
  });
});

it('agreements stand between the first and the last of them', () => {
  const row = (timeMs: number) => ({ timeMs });
  expect(layOutTimeline([row(300), row(0), row(100), row(200)])).toEqual({
    fromMs: 100,
    toMs: 300,
    bars: [
      { timeMs: 300, at: 1 },
      { timeMs: 100, at: 0 },
      { timeMs: 200, at: 0.5 },
    ],
  });
  expect(layOutTimeline([row(7), row(7)]).bars.map(({ at }) => at)).toEqual([0.5, 0.5]);
  expect(layOutTimeline([]).bars).toEqual([]);
});
