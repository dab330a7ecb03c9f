// POST /aus/summaries: sizes of several AUs in one request.
import { makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';

const json = { 'content-type': 'application/json' };

describe('summaries of AUs', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    for (const [auid, records] of [
      ['one', 3],
      ['other', 1],
    ] as const)
      await service.client.importArchive(makeWarc(records, 100, auid).bytes, { auid });
  });
  const ask = (body: unknown, query: Record<string, string> = {}, headers: Record<string, string> = json) =>
    send(service.client, 'POST', '/aus/summaries', { body: JSON.stringify(body), headers, query });

  it('are of those that hold anything, in the order in which they were asked for', async () => {
    const { status, text } = await ask(['other', 'none', 'one', 'other']);
    expect(status).toBe(200);
    const held = (artifacts: number) => ({ artifacts, committed: artifacts, urls: artifacts });
    expect(JSON.parse(text)).toMatchObject([
      { namespace: 'default', auid: 'other', ...held(1) },
      { auid: 'one', ...held(3) },
    ]);
    const size = await send(service.client, 'GET', '/aus/one/size', {});
    const { totalAllVersions, totalLatestVersions, totalWarcSize } = JSON.parse(size.text);
    expect(JSON.parse(text)[1]).toMatchObject({
      bytes: totalAllVersions,
      latestBytes: totalLatestVersions,
      storedBytes: totalWarcSize,
    });
  });

  it('are of one namespace', async () => {
    expect(JSON.parse((await ask(['one'], { namespace: 'elsewhere' })).text)).toEqual([]);
  });

  it('are of all namespaces, each on its own', async () => {
    await service.client.importArchive(makeWarc(2, 100, 'two').bytes, { auid: 'one', namespace: 'another' });
    const { text } = await ask(['other', 'one'], { allNamespaces: 'true' });
    expect(JSON.parse(text)).toMatchObject([
      { namespace: 'default', auid: 'other', artifacts: 1 },
      { namespace: 'another', auid: 'one', artifacts: 2 },
      { namespace: 'default', auid: 'one', artifacts: 3 },
    ]);
    const { text: ofDefault } = await ask(['one'], { allNamespaces: 'false' });
    expect(JSON.parse(ofDefault)).toMatchObject([{ namespace: 'default', artifacts: 3 }]);
    const both = { namespace: 'default', allNamespaces: 'true' };
    expect((await ask(['one'], both)).status).toBe(400);
    expect((await ask(['one'], { allNamespaces: 'perhaps' })).status).toBe(400);
  });

  it('are of 500 AUs at most, named by a JSON array', async () => {
    expect((await ask(Array.from({ length: 500 }, (_, at) => `au ${at}`))).status).toBe(200);
    expect((await ask(Array.from({ length: 501 }, (_, at) => `au ${at}`))).status).toBe(400);
    expect((await ask([])).status).toBe(400);
    expect((await ask({ auid: 'one' })).status).toBe(400);
    expect((await ask(['one'], {}, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask(['x'.repeat(2 * 1024 * 1024)])).status).toBe(413);
  });
});
