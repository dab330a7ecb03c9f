// Covers: services packages
// Restarts and kills a whole node. Checks that no acknowledged data is lost and that the node becomes ready again.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { formatAuPath } from '../support/config-client.ts';
import { waitForStatus } from './status.ts';
import { fillWholeNode, makeAuid, readEverything, startWholeNode, type WholeNode } from './whole-node.ts';

let node: WholeNode;
let before: Record<string, unknown>;
beforeAll(async () => {
  node = await startWholeNode();
  await fillWholeNode(node);
  // Waits until the configuration load triggered by the stored file has finished.
  await waitForStatus(node.config, { ready: true });
  before = await readStableState();
}, 120_000);

/** Returns the node's visible state once the state no longer changes. */
async function readStableState(): Promise<Record<string, unknown>> {
  let last = await readEverything(node);
  for (;;) {
    const next = await readEverything(node);
    if (JSON.stringify(next) === JSON.stringify(last)) return next;
    last = next;
  }
}

describe('a node with both services and PostgreSQL', () => {
  it('has something of every kind', () => {
    expect(before['/aus']).toContain('reserved.disabled');
    expect(before[formatAuPath('austates', makeAuid('2025'))]).toContain('"lastCrawlTime":1700000000000');
    expect(before[formatAuPath('auagreements', makeAuid('2025'))]).toContain('"percentAgreement":0.5');
    expect(before[formatAuPath('austatuses', makeAuid('2025'))]).toMatch(/"contentSize":\d{4}/);
    expect(before['/config/file/expert']).toMatch(/^"[^"]+" .* GMT org\.lockss\.demo/);
    expect(before['/ws/tdbaus?tdbAuQuery=select+*']).toContain('Tide Tables 2026');
    expect(before.artifacts).toHaveLength(5);
  });

  it('has all of it again after it was stopped and started', async () => {
    await node.stop();
    await node.start();
    expect(await readEverything(node)).toEqual(before);
  }, 120_000);

  it('has all of it again after all of it was killed', async () => {
    await node.kill();
    await node.start();
    expect(await readEverything(node)).toEqual(before);
  }, 120_000);

  it('says that it is not ready while PostgreSQL is gone, and serves again when it is back', async () => {
    await node.postgres.kill();
    const gone = await waitForStatus(node.config, { ready: false });
    expect(gone.reason).toContain('database');
    await expect(node.client.getAllAuConfigurations()).rejects.toMatchObject({ status: 503 });
    await node.postgres.restart();
    await waitForStatus(node.config, { ready: true, startupStatus: 'AUS_STARTED' });
    await waitForStatus(node.repository.client, { ready: true });
    expect(await readEverything(node)).toEqual(before);
  }, 120_000);
});

describe('writes that were acknowledged', () => {
  it.each([
    ['config-service', () => node.config.process.kill9()],
    ['PostgreSQL', () => node.postgres.kill()],
  ] as const)(
    'survive kill -9 of %s in the middle of them',
    async (victim, kill) => {
      const auid = makeAuid('2026');
      let [sent, acknowledged] = [0, 0];
      const { client } = node;
      const writing = (async () => {
        for (;;) {
          sent += 1;
          await client.patchAuState({ auid, body: { lastContentChange: sent } });
          acknowledged = sent;
          if (acknowledged === 30) void kill();
        }
      })();
      await expect(writing).rejects.toThrow();
      expect(acknowledged).toBeGreaterThanOrEqual(30);
      if (victim === 'PostgreSQL') await node.config.process.kill9();
      else await node.postgres.kill();
      await node.repository.process.kill9();
      await node.start();
      const { lastContentChange } = await node.client.getAuState({ auid });
      expect([acknowledged, sent]).toContain(lastContentChange);
    },
    60_000,
  );
});
