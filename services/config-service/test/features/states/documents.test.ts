import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { stateDefaults } from '../../../src/domain/aus/state-defaults.ts';
import { type KnownAus, makeTestAuid, startWithKnownAus } from '../aus/known-aus.ts';

const auid = makeTestAuid('2014');
const pathOf = (path: string): string => `${path}/${encodeURIComponent(auid)}`;
const [one, two, six] = ['TCP:[192.0.2.7]:9729', '192.0.2.8', 'TCP:[2001:db8::1]:9729'] as const;

describe('state documents', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus();
  });
  afterAll(() => aus.stop());
  beforeEach(async () => {
    await aus.pool.query('truncate au_configuration, au_state, au_agreement, au_suspect_urls, no_au_peers');
    await aus.put('2014');
    await aus.pool.query('truncate au_state');
  });

  const read = async (path: string): Promise<unknown> =>
    (await aus.call('GET', pathOf(path)).expect(200)).body;
  const write = async (method: string, path: string, body: object, status = 200): Promise<string> =>
    (await aus.call(method, pathOf(path)).send(body).expect(status)).body.detail;

  describe('/austates', () => {
    it('has every member, with its default', async () => {
      expect(await read('/austates')).toEqual({ auId: auid, ...stateDefaults });
    });

    it('changes the members given and no others, arrays whole', async () => {
      await write('PATCH', '/austates', { lastCrawlTime: 7, cdnStems: ['a', 'b'], accessType: 'OpenAccess' });
      await write('PATCH', '/austates', {
        lastCrawlResultMsg: 'Successful – é',
        cdnStems: ['c'],
        v3Agreement: 0.25,
      });
      await write('PATCH', '/austates', {
        accessType: null,
        hasSubstance: 'Yes',
        isMetadataExtractionEnabled: false,
      });
      expect(await read('/austates')).toEqual({
        auId: auid,
        ...stateDefaults,
        lastCrawlTime: 7,
        cdnStems: ['c'],
        lastCrawlResultMsg: 'Successful – é',
        v3Agreement: 0.25,
        hasSubstance: 'Yes',
        isMetadataExtractionEnabled: false,
      });
      await write('PATCH', '/austates', {});
      await write('PATCH', '/austates', { cdnStems: null, lastCrawlResultMsg: null });
      expect(await read('/austates')).toMatchObject({
        cdnStems: null,
        lastCrawlResultMsg: null,
        lastCrawlTime: 7,
      });
    });

    it.each<object>([
      { lastCrawlTime: '7' },
      { lastCrawlTime: 1.5 },
      { lastCrawlTime: null },
      { lastCrawlTime: 2 ** 53 },
      { lastCrawlTime: -2 },
      { lastCrawlResult: 2 ** 31 },
      { v3Agreement: 1.01 },
      { v3Agreement: -0.5 },
      { accessType: 'Free' },
      { hasSubstance: null },
      { cdnStems: 'a' },
      { cdnStems: [1] },
      { isMetadataExtractionEnabled: 'yes' },
      { constructor: 1 },
    ])('refuses %j, and nothing changes', async (wrong) => {
      await write('PATCH', '/austates', { lastCrawlTime: 3, ...wrong }, 400);
      expect(await read('/austates')).toEqual({ auId: auid, ...stateDefaults });
    });
  });

  describe('/auagreements', () => {
    const entry = (id: string, map: object = {}): object => ({ [id]: { id, map } });
    const whole = {
      percentAgreement: -1,
      percentAgreementTime: 0,
      highestPercentAgreement: -1,
      highestPercentAgreementTime: 0,
    };

    it('is empty by default', async () => {
      expect(await read('/auagreements')).toEqual({ auid, rawMap: {} });
    });

    it('replaces the whole entry of each peer given, and leaves the others', async () => {
      const rawMap = {
        ...entry(one, { POR: { percentAgreement: 0.5, percentAgreementTime: 9 }, W_SYMMETRIC_POP_HINT: {} }),
        ...entry(two, { POP: { highestPercentAgreement: 1 } }),
      };
      await write('PATCH', '/auagreements', { rawMap });
      await write('PATCH', '/auagreements', { rawMap: { ...entry(two, { POR: {} }), ...entry(six) } });
      await write('PATCH', '/auagreements', { rawMap: {} });
      expect(await read('/auagreements')).toEqual({
        auid,
        rawMap: {
          [two]: { id: two, map: { POR: whole } },
          [six]: { id: six, map: {} },
          [one]: {
            id: one,
            map: {
              POR: { ...whole, percentAgreement: 0.5, percentAgreementTime: 9 },
              W_SYMMETRIC_POP_HINT: whole,
            },
          },
        },
      });
    });

    it('knows a peer by each writing of its IPv6 address', async () => {
      const [key, id] = ['TCP:[2001:db8:0:0:0:0:0:7]:9729', 'TCP:[2001:DB8::7]:9729'];
      await write('PATCH', '/auagreements', { rawMap: { [key]: { id, map: {} } } });
      expect(await read('/auagreements')).toEqual({ auid, rawMap: { [key]: { id, map: {} } } });
    });

    it.each<[string, object]>([
      ['no rawMap', {}],
      ['a peer of another protocol', { rawMap: entry('NOPROTO:[192.0.2.7]:9729') }],
      ['a peer with no IP address', { rawMap: entry('TCP:[1.2.3]:9729') }],
      ['a peer with no port', { rawMap: entry('TCP:[192.0.2.7]:0') }],
      ['a peer beyond all ports', { rawMap: entry('TCP:[192.0.2.7]:65536') }],
      ['a bare word', { rawMap: entry('abc') }],
      ['an id that is not the key', { rawMap: { [two]: { id: one, map: {} } } }],
      ['an id with another port', { rawMap: { [six]: { id: six.replace('9729', '9728'), map: {} } } }],
      ['an id of another IPv6 address', { rawMap: { 'TCP:[::1]:9729': { id: 'TCP:[::2]:9729', map: {} } } }],
      ['no id', { rawMap: { [two]: { map: {} } } }],
      ['no map', { rawMap: { [two]: { id: two } } }],
      ['an unknown type of agreement', { rawMap: entry(two, { PPP: {} }) }],
      ['more than all', { rawMap: entry(two, { POR: { percentAgreement: 1.5 } }) }],
      ['less than nothing', { rawMap: entry(two, { POR: { percentAgreement: -0.1 } }) }],
      ['a time before all times', { rawMap: entry(two, { POR: { percentAgreementTime: -1 } }) }],
      ['an unknown member', { rawMap: entry(two, { POR: { percent: 1 } }) }],
    ])('refuses %s, and nothing changes', async (_what, wrong) => {
      await write('PATCH', '/auagreements', { rawMap: entry(one) });
      const rawMap = { ...entry(six), ...(wrong as { rawMap?: object }).rawMap };
      await write('PATCH', '/auagreements', 'rawMap' in wrong ? { rawMap } : wrong, 400);
      expect(await read('/auagreements')).toEqual({ auid, rawMap: entry(one) });
    });
  });

  describe('/aususpecturls', () => {
    const hash = { bytes: 'q83vEg==', algorithm: 'SHA-256' };
    const suspect = { url: 'http://x/é', version: 2, created: 5, computedHash: hash, storedHash: null };
    const least = { url: 'http://y/', version: 1 };
    const leastWhole = { ...least, created: -1, computedHash: null, storedHash: null };

    it('is empty by default, and replaced whole; each version of a URL is in it once', async () => {
      expect(await read('/aususpecturls')).toEqual({ auid, suspectVersions: [] });
      await write('PUT', '/aususpecturls', { suspectVersions: [suspect, least, suspect] });
      expect(await read('/aususpecturls')).toEqual({ auid, suspectVersions: [suspect, leastWhole] });
      await write('PUT', '/aususpecturls', { suspectVersions: [{ ...least, version: 2 }, least] });
      expect(await read('/aususpecturls')).toMatchObject({
        suspectVersions: [{ version: 2 }, { version: 1 }],
      });
      await write('PUT', '/aususpecturls', { suspectVersions: [] });
      expect(await read('/aususpecturls')).toEqual({ auid, suspectVersions: [] });
    });

    it.each<object>([
      {},
      { suspectVersions: {} },
      { suspectVersions: [{ url: 'x' }] },
      { suspectVersions: [{ version: 1 }] },
      { suspectVersions: [{ ...suspect, version: '1' }] },
      { suspectVersions: [{ ...suspect, created: 'now' }] },
      { suspectVersions: [{ ...suspect, computedHash: { bytes: '!', algorithm: 'x' } }] },
      { suspectVersions: [{ ...suspect, computedHash: { bytes: 'q83vEg==' } }] },
      { suspectVersions: [suspect, { ...suspect, created: 6 }] },
    ])('refuses %j, and nothing changes', async (wrong) => {
      await write('PUT', '/aususpecturls', { suspectVersions: [least] });
      await write('PUT', '/aususpecturls', wrong, 400);
      expect(await read('/aususpecturls')).toEqual({ auid, suspectVersions: [leastWhole] });
    });
  });

  describe('/noaupeers', () => {
    it('is empty by default, and replaced whole; each peer is in it once', async () => {
      expect(await read('/noaupeers')).toEqual({ auid, rawSet: [], date: -1 });
      await write('PUT', '/noaupeers', { rawSet: [one, six, one], date: 12 });
      expect(await read('/noaupeers')).toEqual({ auid, rawSet: [one, six], date: 12 });
      await write('PUT', '/noaupeers', { rawSet: [two] });
      expect(await read('/noaupeers')).toEqual({ auid, rawSet: [two], date: -1 });
    });

    it.each<object>([
      {},
      { rawSet: [one, 'NOPROTO:[192.0.2.7]:9729'] },
      { rawSet: ['1.2.3.4.5'] },
      { rawSet: one },
      { rawSet: [one], date: -2 },
      { rawSet: [one], date: '1' },
    ])('refuses %j, and nothing changes', async (wrong) => {
      await write('PUT', '/noaupeers', { rawSet: [two], date: 3 });
      await write('PUT', '/noaupeers', wrong, 400);
      expect(await read('/noaupeers')).toEqual({ auid, rawSet: [two], date: 3 });
    });
  });
});
