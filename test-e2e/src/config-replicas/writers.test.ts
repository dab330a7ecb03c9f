// Sends concurrent writes through two configuration services on one PostgreSQL, and checks that no update is lost.
import type { AuState, ConfigClient } from '@holdfast/client';
import { createTestDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createTestConfigClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';

const password = 'of: the administrator';
const writers = 50;
const auid = (handle: string) => `org|lockss|plugin|NamedPlugin&handle~${handle}`;

let replicas: ConfigClient[];
beforeAll(async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const servers = await Promise.all([0, 1].map(() => startConfig(databaseUrl, password)));
  replicas = servers.map(({ url }) => createTestConfigClient(url, password));
}, 120_000);

/** Configures an AU, then runs all writers at once, alternating between the two replicas. */
async function runAllWriters(
  handle: string,
  work: (client: ConfigClient, writer: number) => Promise<unknown>,
) {
  const auId = auid(handle);
  await replicas[0]!.putAuConfiguration({ auid: auId, body: { auId, auConfig: { handle } } });
  await Promise.all(Array.from({ length: writers }, (_, writer) => work(replicas[writer % 2]!, writer)));
}

describe('fifty writers through two processes', () => {
  it.each([1, 2, 3])('set members of one state, and none is lost (%d)', async (round) => {
    const auId = auid(`state${round}`);
    const numbers = Object.entries(await createAuState(`before${round}`))
      .filter(([name, value]) => typeof value === 'number' && !/agreement/i.test(name))
      .map(([name]) => name);
    expect(numbers.length).toBeGreaterThanOrEqual(20);
    const memberOf = (writer: number) => numbers[writer % numbers.length]!;
    await runAllWriters(`state${round}`, (client, writer) =>
      client.patchAuState({ auid: auId, body: { [memberOf(writer)]: 1_000 + writer } as AuState }),
    );
    for (const client of replicas) {
      const state: Record<string, unknown> = await client.getAuState({ auid: auId });
      for (const [at, name] of numbers.entries()) {
        // Several writers set this field concurrently, so any of their values may be the final value.
        const setBy = Array.from({ length: writers }, (_, writer) => writer).filter(
          (writer) => writer % numbers.length === at,
        );
        expect(setBy.map((writer) => 1_000 + writer)).toContain(state[name]);
      }
    }
  });

  it.each([1, 2, 3])('tell of one peer each in one document, and none is lost (%d)', async (round) => {
    const auId = auid(`agreements${round}`);
    const entryOf = (writer: number) => ({
      id: peer(writer),
      map: { POR: { percentAgreement: writer / writers, percentAgreementTime: writer } },
    });
    await runAllWriters(`agreements${round}`, (client, writer) =>
      client.patchAuAgreements({ auid: auId, body: { rawMap: { [peer(writer)]: entryOf(writer) } } }),
    );
    const found = await Promise.all(replicas.map((client) => client.getAuAgreements({ auid: auId })));
    expect(found[1]).toEqual(found[0]);
    const { rawMap } = found[0]!;
    expect(Object.keys(rawMap)).toHaveLength(writers);
    for (let writer = 0; writer < writers; writer += 1)
      expect(rawMap[peer(writer)]).toMatchObject(entryOf(writer));
  });
});

const peer = (writer: number) => `TCP:[192.0.2.${writer + 1}]:9729`;

/** Returns the state of a new AU, with default values only. */
async function createAuState(handle: string): Promise<Record<string, unknown>> {
  const auId = auid(handle);
  await replicas[0]!.putAuConfiguration({ auid: auId, body: { auId, auConfig: { handle } } });
  return replicas[0]!.getAuState({ auid: auId });
}
