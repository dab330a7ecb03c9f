// Repair from peers over real sockets: from another Holdfast service, and from servers with invalid responses.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { PeerRepairs } from '@holdfast/api-types';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findArtifact } from '../../../src/index/artifact.db.ts';
import { createPeerRepairJob } from '../../../src/jobs/peers/peer-repair-job.ts';
import { repairFromPeers } from '../../../src/jobs/peers/repair-from-peers.ts';
import { makeWarcRecord } from '../../features/replay/made-records.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { compact } from '../compaction/kept-store.ts';
import {
  damage,
  locate,
  makePage,
  makeRevisit,
  makeUrl,
  packRecords,
  pageDate,
  type Stored,
  storeAll,
} from '../fixity/stored-artifacts.ts';
import { type Keeper, openKeeper } from '../fixity/walk.ts';
import { openTestRepairs, startPeer, writeUsersFileWithToken } from './peer-test.ts';

const off = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off' };

let peer: TestService;
let token: string;
/** Service under test. It has no configured peers, so repairs run only when a test starts them. */
let node: TestService;
let keeper: Keeper;
let auid: string;
let aus = 0;

beforeAll(async () => {
  const { file, secret } = await writeUsersFileWithToken();
  token = secret;
  peer = await startTestService({ ...off, USERS_FILE: file });
  node = await startTestService(off);
  keeper = await openKeeper(node);
});

beforeEach(() => {
  auid = `peer au ${aus++}`;
});

interface Repaired {
  outcome: string;
  peer?: string;
  remedies: string[];
}
const orderRepair = async ({ client }: TestService, uuid: string): Promise<Repaired> =>
  JSON.parse((await send(client, 'POST', `/damage/${uuid}/repair`)).text);
const realPeer = () => ({ url: peer.client.url, token, agent: undefined });
/** Returns the URL of the peer from which the artifact was repaired. */
const repair = async (uuid: string) => {
  const repairs = openTestRepairs(keeper, node, [realPeer()]);
  const options = { by: 'somebody', signal: new AbortController().signal };
  return (await repairFromPeers(repairs, [await artifactOf(uuid)], options)).get(uuid);
};
const peersOf = async ({ client }: TestService) =>
  (await client.json<{ peers: PeerRepairs }>('/copies')).peers;
const eventsOf = async ({ client }: TestService, uuid: string) =>
  (
    await client.json<{ events: { event: string; source?: string; by?: string }[] }>(
      `/artifacts/${uuid}/events`,
    )
  ).events;
const payloadOf = (uuid: string) => node.client.bytes(`/artifacts/${uuid}/payload`);
const recordsOf = (uuid: string) =>
  node.client.bytes(`/replay/warcs/default:${uuid}.warc.gz`, { records: 'all' });
const propertiesOf = async (uuid: string) => {
  const answer = await node.client.get(`/artifacts/${uuid}`, {}, { accept: 'application/json' });
  return (await answer.json()) as { storageUrl: string };
};
const artifactOf = async (uuid: string) =>
  (await findArtifact(keeper.database.pool, { namespace: 'default', uuid }))!;

/** Stores the records in both services. Returns the artifacts of the service that will repair. */
async function storedTwice(records: readonly Buffer[]): Promise<Stored[]> {
  await peer.client.importArchive(packRecords(records), { auid, storeDuplicate: true });
  const { statuses } = await node.client.importArchive(packRecords(records), { auid, storeDuplicate: true });
  return Promise.all(statuses.map(({ artifactUuid }) => locate(node, artifactUuid!)));
}

describe('repair from a peer', () => {
  it('brings back what is missing, byte for byte with its companions, and names the peer', async () => {
    const request = makeWarcRecord(
      'request',
      makeUrl(auid, 'a'),
      pageDate,
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    );
    const [one] = (await storedTwice([request, makePage(auid, 'a')])) as [Stored];
    const before = { payload: await payloadOf(one.uuid), records: await recordsOf(one.uuid) };
    const properties = await propertiesOf(one.uuid);
    await rm(one.path);
    await keeper.walk();
    expect((await node.client.get(`/artifacts/${one.uuid}/payload`)).status).toBe(502);
    expect(await repair(one.uuid)).toBe(peer.client.url);
    expect((await payloadOf(one.uuid)).equals(before.payload)).toBe(true);
    expect((await recordsOf(one.uuid)).equals(before.records)).toBe(true);
    const { storageUrl: _, ...after } = await propertiesOf(one.uuid);
    expect(properties).toMatchObject(after);
    const repaired = (await eventsOf(node, one.uuid)).find(({ event }) => event === 'repaired');
    expect(repaired).toMatchObject({ source: `peer:${peer.client.url}`, by: 'somebody' });
    expect(await keeper.walk()).toMatchObject({ damaged: 0 });
  });

  it('is done by the service of REPAIR_SOURCES, by itself or when it is told to', async () => {
    const asking = await startTestService({ ...off, REPAIR_SOURCES: peer.client.url, REPAIR_TOKENS: token });
    expect(await peersOf(asking)).toEqual({ sources: [peer.client.url] });
    await peer.client.importArchive(packRecords([makePage(auid, 'a')]), { auid });
    const [one] = (await storeAll(asking, auid, [makePage(auid, 'a')])) as [Stored];
    await damage(one);
    // The background job may repair the artifact before the request does.
    expect(['repaired', 'well']).toContain((await orderRepair(asking, one.uuid)).outcome);
    expect((await asking.client.get(`/artifacts/${one.uuid}/payload`)).status).toBe(200);
    const repaired = (await eventsOf(asking, one.uuid)).find(({ event }) => event === 'repaired');
    expect(repaired).toMatchObject({ source: `peer:${peer.client.url}` });
  });

  it('repairs everything with the job, every version and revisit, and leaves nothing damaged', async () => {
    const versions = ['x', 'y'].map((content) => makePage(auid, 'v', { content }));
    const all = await storedTwice([
      ...versions,
      makePage(auid, 'large', { sizeBytes: 300_000 }),
      makePage(auid, 'plain'),
      makeRevisit(auid, 'again', 'plain'),
    ]);
    const before = await Promise.all(all.map(({ uuid }) => payloadOf(uuid)));
    for (const path of new Set(all.map((one) => one.path))) await rm(path);
    await keeper.walk();
    expect((await keeper.damaged()).size).toBeGreaterThanOrEqual(all.length);
    const repairs = openTestRepairs(keeper, node, [realPeer()]);
    const counts = await keeper.walk(createPeerRepairJob(repairs, undefined));
    expect(counts).toMatchObject({ 'not repaired': 0 });
    expect(await peersOf(node)).toEqual({
      sources: [],
      lastRun: {
        ...{ started: expect.any(Number), finished: expect.any(Number) },
        ...{ repaired: counts['repaired from peers'], notRepaired: 0 },
      },
    });
    expect((await keeper.damaged()).size).toBe(0);
    for (const [i, { uuid }] of all.entries()) expect((await payloadOf(uuid)).equals(before[i]!)).toBe(true);
    const artifacts = await node.client.artifacts(auid, { version: 'all' });
    expect(artifacts.map(({ uuid }) => uuid).sort()).toEqual(all.map(({ uuid }) => uuid).sort());
    await compact(keeper);
    expect(existsSync(all[0]!.path)).toBe(false);
    expect(await keeper.walk()).toMatchObject({ damaged: 0 });
    const { objects } = await node.client.json<{ objects: unknown[] }>('/damage');
    expect(objects).toEqual([]);
  });

  it('keeps an uncommitted artifact uncommitted', async () => {
    const [one] = (await storedTwice([makePage(auid, 'a')])) as [Stored];
    await send(node.client, 'PUT', `/artifacts/${one.uuid}`, { query: { committed: false } });
    await damage(one);
    await keeper.walk();
    const { committed } = await artifactOf(one.uuid);
    expect(await repair(one.uuid)).toBe(peer.client.url);
    expect((await artifactOf(one.uuid)).committed).toBe(committed);
  });

  it('stores nothing of an artifact that is intact, or that the peer does not have', async () => {
    const [one] = (await storedTwice([makePage(auid, 'a')])) as [Stored];
    const [own] = (await storeAll(node, auid, [makePage(auid, 'own')])) as [Stored];
    await damage(own);
    await keeper.walk();
    const repairs = openTestRepairs(keeper, node, [realPeer()]);
    const artifacts = [await artifactOf(one.uuid), await artifactOf(own.uuid)];
    const repaired = await repairFromPeers(repairs, artifacts, { signal: new AbortController().signal });
    expect([...repaired.keys()]).toEqual([one.uuid]);
    expect(await node.client.artifacts(auid, { version: 'all' })).toHaveLength(2);
    expect(repairs.asked).toContain('missing');
    expect(await orderRepair(node, own.uuid)).toMatchObject({
      outcome: 'damaged',
      remedies: ['importAgain'],
    });
  });
});

describe('a peer that answers something else', () => {
  let one: Stored;
  const ask = async (bad: Awaited<ReturnType<typeof startPeer>>, answerMs = 60_000) => {
    const limits = { answerMs, leastBytesPerSecond: 1_000_000 };
    const repairs = openTestRepairs(keeper, node, [bad], limits);
    const signal = new AbortController().signal;
    const repaired = await repairFromPeers(repairs, [await artifactOf(one.uuid)], { signal });
    expect(repaired.size).toBe(0);
    expect(await node.client.artifacts(auid, { version: 'all' })).toHaveLength(1);
    expect((await node.client.get(`/artifacts/${one.uuid}/payload`)).status).toBe(502);
    return repairs.asked;
  };

  beforeEach(async () => {
    [one] = (await storeAll(node, auid, [makePage(auid, 'a')])) as [Stored];
    await damage(one);
    await keeper.walk();
  });

  const archives: [string, () => Buffer][] = [
    ['another payload', () => packRecords([makePage(auid, 'a', { content: 'b' })])],
    ['another URL', () => packRecords([makePage(auid, 'b', { content: 'a' })])],
    ['a second artifact', () => packRecords([makePage(auid, 'a'), makePage(auid, 'evil')])],
    ['no archive', () => Buffer.from('<html>hello</html>')],
    ['half an archive', () => packRecords([makePage(auid, 'a')]).subarray(0, 1_000)],
    ['nothing', () => Buffer.alloc(0)],
    ['a bomb', () => gzipSync(Buffer.alloc(80 * 1024 * 1024))],
  ];
  it.each(archives)('is refused: %s', async (_what, make) => {
    const archive = make();
    const bad = await startPeer((request, response) => {
      if (request.url!.startsWith('/replay/')) response.end(archive);
      else response.writeHead(404).end();
    });
    expect(await ask(bad)).toEqual(['refused']);
    expect(bad.seen[0]).toMatch(/^Bearer secret \/replay\/warcs\/default%3A/);
  });

  it('is refused: a listing that is none, or endless', async () => {
    for (const body of ['{"artifacts":{}}', '[', ' '.repeat(5 * 1024 * 1024)]) {
      const bad = await startPeer((request, response) => {
        if (request.url!.startsWith('/aus/')) response.end(body);
        else response.writeHead(404).end();
      });
      expect(await ask(bad)).toEqual(['refused']);
    }
  });

  it('is unavailable: redirects, refusals, silence and slowness', async () => {
    const answers: Parameters<typeof startPeer>[0][] = [
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (_request, response) => void response.writeHead(401).end(),
      (_request, response) => void response.writeHead(500).end(),
      () => undefined,
      (_request, response) => {
        const drip = setInterval(() => response.write('x'), 50);
        response.on('close', () => clearInterval(drip));
      },
      (request) => void request.socket.destroy(),
    ];
    for (const answer of answers) expect(await ask(await startPeer(answer), 300)).toEqual(['unavailable']);
  });

  it('does not keep others from repairing, and is given up after three failures', async () => {
    const dead = await startPeer((_request, response) => void response.writeHead(503).end());
    const good = await startPeer((request, response) => {
      if (request.url!.startsWith('/replay/')) response.end(packRecords([makePage(auid, 'a')]));
      else response.writeHead(404).end();
    });
    const repairs = openTestRepairs(keeper, node, [dead, good]);
    await keeper.walk(createPeerRepairJob(repairs, undefined));
    expect(repairs.asked).toContain('repaired');
    expect(repairs.asked.filter((outcome) => outcome === 'unavailable').length).toBeLessThanOrEqual(3);
    expect((await payloadOf(one.uuid)).length).toBe(2_000);
  });
});
