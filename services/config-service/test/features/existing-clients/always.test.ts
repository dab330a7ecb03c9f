// Tests compatibility with LOCKSS clients under default settings: alternative operation names, and the state of AUs of
// built-in plugins.
import { makeAuid } from '@holdfast/auid';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type KnownAus, makeTestAuid, startWithKnownAus, titleAu } from '../aus/known-aus.ts';

const registry = makeAuid('org.lockss.plugin.RegistryPlugin', { base_url: 'http://plugins.example.org/' });
const named = makeAuid('org.lockss.plugin.NamedPlugin', { handle: 'a name' });
const imported = makeAuid('org.lockss.plugin.ImportPlugin', { base_url: 'http://x.example/' });
const exploded = makeAuid('org.lockss.plugin.exploded.ExplodedPlugin', { issn: '1234-5679', year: '2001' });
const builtIn = { registry, named, imported, exploded };
const configurations: Record<string, Record<string, string>> = {
  [registry]: { base_url: 'http://plugins.example.org/' },
  [named]: { handle: 'a name' },
  [imported]: { base_url: 'http://x.example/' },
  [exploded]: { issn: '1234-5679', year: '2001' },
};
const pathOf = (path: string, auid: string): string => `${path}/${encodeURIComponent(auid)}`;

let aus: KnownAus;
beforeAll(async () => {
  aus = await startWithKnownAus({ titles: [titleAu('2015')] });
});
afterAll(() => aus.stop());

it('the group operations are found by their other names', async () => {
  const auid = makeTestAuid('2015');
  for (const [method, operation, message] of [
    ['POST', 'add', 'Added'],
    ['PUT', 'deactivate', 'Deactivated'],
    ['PUT', 'reactivate', 'Reactivated'],
    ['DELETE', 'delete', 'Deleted'],
  ] as const) {
    const { body } = await aus.call(method, `/ws/aus/${operation}`).send([auid]).expect(200);
    expect(body).toEqual([{ auId: auid, name: 'Journal 2015 (Example Platform)', isSuccess: true, message }]);
  }
  await aus.call('GET', '/ws/aus/add').expect(405).expect('Allow', 'POST');
});

describe.each(Object.entries(builtIn))('an AU of a built-in plugin (%s)', (_name, auid) => {
  it('has state without being configured', async () => {
    await aus.call('GET', pathOf('/austates', auid)).expect(200);
    await aus.call('PATCH', pathOf('/austates', auid)).send({ lastCrawlTime: 7 }).expect(200);
    const { body } = await aus.call('GET', pathOf('/austates', auid)).expect(200);
    expect(body).toMatchObject({ auId: auid, lastCrawlTime: 7, lastCrawlResult: -1 });
    await aus.call('GET', pathOf('/noaupeers', auid)).expect(200, { auid, rawSet: [], date: -1 });
    const status = await aus.call('GET', pathOf('/austatuses', auid)).expect(200);
    expect(status.body.lastCompletedCrawl).toBe(7);
    await aus.call('GET', pathOf('/aus', auid)).expect(404);
  });

  it('can be configured, deactivated and deleted', async () => {
    const au = { auId: auid, auConfig: configurations[auid] };
    await aus.call('PUT', pathOf('/aus', auid)).send(au).expect(200);
    await aus.call('GET', pathOf('/aus', auid)).expect(200, au);
    const wrong = { auId: auid, auConfig: { other: 'x' } };
    await aus.call('PUT', pathOf('/aus', auid)).send(wrong).expect(400);
    for (const operation of ['deactivate', 'reactivate']) {
      const { body } = await aus.call('PUT', `/aus/${operation}`).send([auid]).expect(200);
      expect(body).toMatchObject([{ isSuccess: true }]);
    }
    await aus.call('DELETE', pathOf('/aus', auid)).expect(200, au);
  });
});

it('built-in plugins whose parameters are known are listed, and yield AUIDs', async () => {
  const auPlugins = "select pluginId, type where type = 'Builtin'";
  const { body } = await aus.call('GET', `/ws/plugins?pluginQuery=${encodeURIComponent(auPlugins)}`);
  expect(body).toEqual(
    ['ImportPlugin', 'NamedPlugin', 'RegistryPlugin'].map((name) => ({
      pluginId: `org.lockss.plugin.${name}`,
      type: 'Builtin',
    })),
  );
  const answer = await aus
    .call('POST', '/auids')
    .type('form')
    .send({
      pluginId: 'org.lockss.plugin.RegistryPlugin',
      auConfig: JSON.stringify(configurations[registry]),
    });
  expect(answer.body).toEqual({ auid: registry });
});
