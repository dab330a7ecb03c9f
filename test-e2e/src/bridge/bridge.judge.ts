// Covers: services packages/pg-kit packages/service-kit
// Tests the bridge with ActiveMQ and unmodified LOCKSS listeners: the JMS consumers, the state manager and beans, and
// the cache of the repository client.
import { createRepositoryClient } from '@holdfast/client';
import { formatBasicAuth } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { formatAuPath } from '../support/config-client.ts';
import { installListener, password, type ReceivedMessage, startBridgedNode } from './bridged-node.ts';

const listener = await installListener();
const words = "the field's own listeners";
if ('missing' in listener) process.stderr.write(`NOT RUN: "${words}": ${listener.missing}.\n`);

const auid = 'org|lockss|plugin|NamedPlugin&handle~b%C3%BCcher+%26';
const peer = 'TCP:[192.0.2.1]:9729';

describe(words, () => {
  const itWith = 'classPath' in listener ? it : it.skip;
  itWith(
    'understand what they are told',
    async () => {
      const node = await startBridgedNode('classPath' in listener ? listener.classPath : '', {
        settle: '0s',
      });
      const asAdmin = {
        authorization: formatBasicAuth('admin', password),
        'content-type': 'application/json',
      };
      const write = async (method: string, path: string, body?: object) => {
        const headers = { ...asAdmin, 'x-lockss-request-cookie': 'own-1' };
        const answer = await fetch(`${node.configUrl}${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        expect([path, answer.status]).toEqual([path, 200]);
        await answer.body?.cancel();
      };
      const repositoryUrl = 'http://repository.example:24610';
      const uri = 'http://example.org/é?a=b:c';
      const cache = await node.java(['cache', node.brokerUri, repositoryUrl, 'default', auid, uri, '1']);
      const agreement = {
        percentAgreement: 1,
        percentAgreementTime: 5,
        highestPercentAgreement: 0.33,
        highestPercentAgreementTime: 4,
      };
      const state = {
        auId: auid,
        v3Agreement: 1,
        lastCrawlResultMsg: 'ü"<&>\r\n\u0001',
        cdnStems: ['1.0E5'],
      };
      const agreements = { auid, rawMap: { [peer]: { id: peer, map: { POR: agreement } } } };
      const suspect = { url: uri, version: 1, created: 5, computedHash: null, storedHash: null };
      await write('PUT', formatAuPath('aus', auid), { auId: auid, auConfig: { handle: 'bücher &' } });
      await write('PATCH', formatAuPath('austates', auid), state);
      await write('PATCH', formatAuPath('auagreements', auid), agreements);
      await write('PUT', formatAuPath('aususpecturls', auid), { auid, suspectVersions: [suspect] });
      await write('PUT', formatAuPath('noaupeers', auid), { auid, rawSet: [peer], date: 7 });
      await write('POST', '/users', [{ userName: 'carol', roles: 'debugRole' }] as object);
      await write('DELETE', '/users/carol');
      await write('DELETE', formatAuPath('aus', auid));
      await cache.says(/"held":"true"/);
      const artifacts = createRepositoryClient({ url: node.repository.url, user: 'admin', password });
      const created = await artifacts.create({ properties: { auid, uri }, payload: Buffer.from('content') });
      const uuid = 'artifact' in created ? created.artifact.uuid! : '';
      await artifacts.updateArtifact({ uuid, body: { committed: true } });
      artifacts.close();
      // Waits until another listener has received the invalidation. If the test then fails, the cache is at fault, not
      // the bridge.
      const messages = await waitForMessage(node.received, ({ map }) => map?.CacheAction === 'InvalidateArt');
      expect(messages.map(({ map }) => map?.CacheAction)).toContain('InvalidateArt');
      await cache.says(/"held":"false"/);

      expect(messages.filter(({ fault }) => fault !== undefined)).toEqual([]);
      const ofAu = messages.filter(
        ({ topic }) => topic === 'ConfigChangedTopic' || topic === 'StateChangedTopic',
      );
      const read = (name: string) =>
        JSON.parse(ofAu.find(({ map }) => map?.name === name)?.read ?? `"no ${name}"`) as object;
      expect(ofAu.filter(({ map }) => map?.auid === auid).map(({ map }) => map!.name ?? map!.verb)).toEqual(
        expect.arrayContaining(['AuConfigStored', 'AuState', 'AuConfigRemoved']),
      );
      expect(read('AuState')).toMatchObject(state);
      expect(read('AuAgreements')).toMatchObject(agreements);
      expect(read('AuSuspectUrlVersions')).toMatchObject({
        auid,
        suspectVersions: [{ url: uri, version: 1 }],
      });
      expect(read('NoAuPeerSet')).toMatchObject({ auid, rawSet: [peer], date: 7 });
      const stateMessages = ofAu.filter(({ map }) => map?.name === 'AuState');
      // The message contains the cookie and the JSON that a client sent, so the client can recognize its own change.
      expect(stateMessages.map(({ map }) => [map!.cookie, map!.json!.includes('"v3Agreement":1.0')])).toEqual(
        [['own-1', true]],
      );
      const accounts = ofAu.filter(({ map }) => map?.name === 'UserAccount').map((one) => one.read);
      expect(accounts).toEqual(['ADD carol [userName, roles]', 'DELETE carol ']);
      const ids = messages.flatMap(({ id }) => (id ? [id] : []));
      expect(new Set(ids).size).toBe(ids.length);
    },
    180_000,
  );
});

async function waitForMessage(
  messages: () => readonly ReceivedMessage[],
  isLast: (one: ReceivedMessage) => boolean,
): Promise<readonly ReceivedMessage[]> {
  for (let tries = 0; tries < 600 && !messages().some(isLast); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return messages();
}
