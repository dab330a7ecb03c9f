// Tests the messages for each kind of change. test-e2e/src/bridge checks that LOCKSS listeners understand them.
import { describe, expect, it } from '@jest/globals';
import { makeConfigurationConverter } from '../../src/messages/configuration-messages.ts';
import { repositoryConverter } from '../../src/messages/repository-messages.ts';
import { encodeMapBody, isRepresentableInXml, parseMapBody } from '../../src/stomp/map-message.ts';

const configuration = makeConfigurationConverter({ config: 'C', state: 'S' });
const auid = 'org|P&base_url~x';
const frame = (text: string) => ({ command: 'MESSAGE', headers: {}, body: Buffer.from(text) });

describe('changes of the configuration', () => {
  it.each([
    [{ kind: 'GlobalConfigChanged' }, 'C', { verb: 'GlobalConfigChanged' }],
    [{ kind: 'AuConfigStored', auid }, 'C', { verb: 'AuConfigStored', auid }],
    [{ kind: 'AuConfigRemoved', auid }, 'C', { verb: 'AuConfigRemoved', auid }],
    [
      { kind: 'AuState', auid, cookie: 'c', json: { v3Agreement: 1 }, sent: { auId: auid, v3Agreement: 1 } },
      'S',
      { name: 'AuState', auid, cookie: 'c', json: `{"auId":"${auid}","v3Agreement":1.0}` },
    ],
    [
      {
        kind: 'AuState',
        auid,
        json: { highestV3Agreement: 0.5, lastCrawlTime: 5, cdnStems: ['é\u0001', null] },
      },
      'S',
      {
        name: 'AuState',
        auid,
        json: '{"highestV3Agreement":0.5,"lastCrawlTime":5,"cdnStems":["\\u00e9\\u0001",null]}',
      },
    ],
    [
      {
        kind: 'AuAgreements',
        auid,
        json: { p: { id: 'p', map: { POR: { percentAgreement: -1 } } }, '': { x: 1 } },
      },
      'S',
      {
        name: 'AuAgreements',
        auid,
        json: `{"auid":"${auid}","rawMap":{"p":{"id":"p","map":{"POR":{"percentAgreement":-1.0}}}},"x":1}`,
      },
    ],
    [
      { kind: 'NoAuPeerSet', auid, json: { rawSet: ['1.2.3.4'], date: -1 } },
      'S',
      { name: 'NoAuPeerSet', auid, json: `{"auid":"${auid}","rawSet":["1.2.3.4"],"date":-1}` },
    ],
    [
      { kind: 'UserAccount', userName: 'u', userAccountChange: 'ADD', sent: { userName: 'u' } },
      'S',
      { name: 'UserAccount', username: 'u', userAccountChange: 'ADD', json: '{"userName":"u"}' },
    ],
    [
      { kind: 'UserAccount', userName: 'u', userAccountChange: 'DELETE' },
      'S',
      { name: 'UserAccount', username: 'u', userAccountChange: 'DELETE' },
    ],
  ])('%j', (change, topic, map) => {
    expect(configuration.toMessages(change)).toEqual([{ topic, map }]);
  });

  it('of a kind that listeners do not know are not told', () => {
    expect(configuration.toMessages({ kind: 'PluginLoaded' })).toEqual([]);
  });
});

describe('changes of the repository', () => {
  const artifact = { namespace: 'n', auid, url: 'http://x/é', version: 2 };
  const key = `n:${auid}:http://x/é:2`;
  const expectMessage = (map: object) => [{ topic: 'ArtifactCacheTopic', map }];

  it.each([
    ['ArtifactCommitted', 'InvalidateArt', 'Commit', key],
    ['ArtifactUncommitted', 'InvalidateArt', 'Delete', key],
    ['ArtifactDeleted', 'InvalidateArt', 'Delete', key],
    ['AuChanged', 'InvalidateAu', 'Commit', auid],
  ])('%s', (kind, CacheAction, InvalidateOp, ArtifactKey) => {
    expect(repositoryConverter.toMessages({ kind, ...artifact })).toEqual(
      expectMessage({ CacheAction, InvalidateOp, ArtifactKey }),
    );
  });

  it('of a URL that no message can hold are told of its AU', () => {
    const [message] = repositoryConverter.toMessages({
      kind: 'ArtifactDeleted',
      ...artifact,
      url: 'http://x/\u0001',
    });
    expect(message!.map).toEqual({ CacheAction: 'InvalidateAu', InvalidateOp: 'Commit', ArtifactKey: auid });
  });

  it('answers who asks, and nobody else', () => {
    expect(repositoryConverter.answerTo!({ CacheAction: 'Echo', ArtifactKey: 'http://r' })).toEqual(
      expectMessage({ CacheAction: 'EchoResp', ArtifactKey: 'http://r' })[0],
    );
    expect(repositoryConverter.answerTo!({ CacheAction: 'Echo' })).toBeUndefined();
    expect(repositoryConverter.answerTo!({ CacheAction: 'Flush', ArtifactKey: 'x' })).toBeUndefined();
  });
});

describe('maps', () => {
  it('are XML that holds any text', () => {
    expect(encodeMapBody({ 'a<': '&\r\n\u0001\ud800é' }).toString()).toBe(
      '<map><entry><string>a&lt;</string><string>&amp;&#13;\n\ufffd\ufffdé</string></entry></map>',
    );
    expect(['é\r\n', '\u0001', '\ud800'].map(isRepresentableInXml)).toEqual([true, false, false]);
  });

  it('are heard as JSON', () => {
    expect(
      parseMapBody(frame('{"map":{"entry":[{"string":["a","b"]},{"string":["c",5]},{"int":1}]}}')),
    ).toEqual({
      a: 'b',
      c: '5',
    });
    expect(parseMapBody(frame('{"map":{"entry":{"string":["a","b"]}}}'))).toEqual({ a: 'b' });
    expect(parseMapBody(frame('no map'))).toBeUndefined();
    expect(parseMapBody(frame('{"map":null}'))).toBeUndefined();
  });
});
