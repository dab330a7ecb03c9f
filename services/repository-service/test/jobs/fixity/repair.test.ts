// Repair of damaged artifacts by importing the same content again. Fixity checks or readers have detected the damage.
import { rm } from 'node:fs/promises';
import type { ImportStatus } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SegmentRecordedEntry } from '../../../src/domain/journal-entry.ts';
import { makeNoise } from '../../features/artifacts/captures.ts';
import {
  commit,
  makeBody,
  makeHead,
  makeProps,
  post,
  readCreated,
} from '../../features/artifacts/create/post.ts';
import { makeWarcRecord } from '../../features/replay/made-records.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import {
  damage,
  flip,
  locate,
  makePage,
  makeRevisit,
  makeUrl,
  packRecords,
  pageDate,
  readVisible,
  type Stored,
  storeAll,
} from './stored-artifacts.ts';
import { type Keeper, openKeeper } from './walk.ts';

let service: TestService;
let keeper: Keeper;
let aus = 0;
let auid: string;

beforeAll(async () => {
  service = await startTestService({ FIXITY_PERIOD: 'off', JOURNAL_INTERVAL: '1h' });
  keeper = await openKeeper(service);
});

beforeEach(() => {
  auid = `au ${aus++}`;
});

async function imported(records: readonly Buffer[], storeDuplicate = false): Promise<ImportStatus[]> {
  const { statuses } = await service.client.importArchive(packRecords(records), { auid, storeDuplicate });
  return statuses;
}

const placeOf = ({ path, offset }: Stored): [string, number] => [path, offset + 60];
const inShort = ({ status, artifactUuid, version }: ImportStatus) => [status, artifactUuid, version];
const statusOf = async (uuid: string, way = '/payload') =>
  (await service.client.get(`/artifacts/${uuid}${way}`)).status;

const makeForm = (uri: string, body: Buffer) => [
  makeProps({ auid, uri, collectionDate: 1_500_000_000_000 }),
  makeHead('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'),
  makeBody(body),
];

async function lastEntry(): Promise<SegmentRecordedEntry> {
  const { rows } = await keeper.database.pool.query('select entry from journal order by id desc limit 1');
  return rows[0].entry as SegmentRecordedEntry;
}

describe('content that comes again', () => {
  it('replaces the damaged copies of an AU, and nothing else of them changes', async () => {
    const records = Array.from({ length: 6 }, (_, i) => makePage(auid, String(i)));
    const artifacts = await storeAll(service, auid, records);
    const before = await readVisible(service, auid);
    const [, two, , four] = artifacts as [Stored, Stored, Stored, Stored];
    await damage(two);
    await damage(four);
    await keeper.walk();
    const statuses = await imported(records);
    expect(statuses.map(inShort)).toEqual(
      artifacts.map((artifact) => [[two, four].includes(artifact) ? 'OK' : 'DUPLICATE', artifact.uuid, 1]),
    );
    expect(statuses[1]!.statusMessage).toBe('replaced the damaged copy of this artifact');
    expect(await readVisible(service, auid)).toEqual(before);
    for (const { uuid } of artifacts) expect(await statusOf(uuid)).toBe(200);
    const { replaces, dropped, versions } = await lastEntry();
    expect(replaces!.map(([position, { artifact }]) => [position, artifact])).toEqual([
      [0, two.uuid],
      [1, four.uuid],
    ]);
    expect([dropped, versions]).toEqual([undefined, undefined]);
    await keeper.walk();
    expect(await keeper.damaged()).toEqual(new Map());
    const { rows } = await keeper.database.pool.query(
      'select dead_bytes from segment join au on au.id = au_id where auid = $1 order by segment.id',
      [auid],
    );
    expect(rows.map(({ dead_bytes }) => dead_bytes)).toEqual([two.length + four.length, 0]);
    // After the repair, importing the same content again reports duplicates.
    expect((await imported(records)).map(({ status }) => status)).toEqual(records.map(() => 'DUPLICATE'));
  });

  it('repairs what only a reader has met', async () => {
    const [victim] = (await storeAll(service, auid, [makePage(auid, 'a')])) as [Stored];
    await damage(victim);
    expect(await statusOf(victim.uuid)).toBe(502);
    while (!(await keeper.damaged()).has(victim.uuid))
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await imported([makePage(auid, 'a')])).map(inShort)).toEqual([['OK', victim.uuid, 1]]);
    expect(await statusOf(victim.uuid)).toBe(200);
  });

  it('repairs every version, when the object of all is gone', async () => {
    const contents = ['A', 'B', 'A', 'A'];
    const records = contents.map((content) => makePage(auid, 'url', { content }));
    const artifacts = await storeAll(service, auid, records);
    const before = await readVisible(service, auid);
    await rm(artifacts[0]!.path);
    await keeper.walk();
    expect((await imported(records, true)).map(inShort).sort()).toEqual(
      artifacts.map(({ uuid, version }) => ['OK', uuid, version]).sort(),
    );
    expect(await readVisible(service, auid)).toEqual(before);
    for (const { uuid } of artifacts) expect(await statusOf(uuid)).toBe(200);
    await keeper.walk();
    expect(await keeper.damaged()).toEqual(new Map());
  });

  it('repairs an older version where it is damaged, and is a new one where it is not', async () => {
    const [a, b] = [makePage(auid, 'url', { content: 'A' }), makePage(auid, 'url', { content: 'B' })];
    const [first] = (await storeAll(service, auid, [a, b])) as [Stored];
    await damage(first);
    await keeper.walk();
    expect((await imported([a])).map(inShort)).toEqual([['OK', first.uuid, 1]]);
    expect((await imported([a])).map(({ status, version }) => [status, version])).toEqual([['OK', 3]]);
  });

  it('commits a damaged copy that was not committed, with all that this changes', async () => {
    const records = [
      makePage(auid, 'a'),
      makePage(auid, 'a', { content: 'later', sizeBytes: 500 }),
      makePage(auid, 'b'),
    ];
    const artifacts = await storeAll(service, auid, records);
    const before = await readVisible(service, auid);
    for (const artifact of artifacts) {
      await send(service.client, 'PUT', `/artifacts/${artifact.uuid}`, { form: { committed: 'false' } });
      await damage(artifact);
    }
    await keeper.walk();
    expect((await imported(records)).map(inShort)).toEqual(
      artifacts.map(({ uuid, version }) => ['OK', uuid, version]),
    );
    expect(await readVisible(service, auid)).toEqual(before);
    expect((await lastEntry()).replaces!.map(([, { committed }]) => committed)).toEqual([true, true, true]);
  });
});

describe('what was captured with an artifact', () => {
  const companion = (type: string, name: string) =>
    makeWarcRecord(type, makeUrl(auid, name), pageDate, Buffer.from(`GET /${name} HTTP/1.1\r\n\r\n`));
  const kinds = async (uuid: string) => {
    const { records } = await service.client.json<{ records: { type: string; relation: string }[] }>(
      `/artifacts/${uuid}/records`,
    );
    return records.filter(({ relation }) => relation === 'companion').map(({ type }) => type);
  };

  it.each(['imported', 'posted'])('stays when the content is %s again without it', async (way) => {
    const url = makeUrl(auid, 'a');
    const request = companion('request', 'a');
    const body = Buffer.from('content of a');
    const block = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${body}`);
    const record = makeWarcRecord('response', url, pageDate, block);
    const id = /WARC-Record-ID: (\S+)/.exec(record.toString('latin1'))![1]!;
    const linked = `\r\nWARC-Concurrent-To: ${id}\r\n`;
    const metadata = (text: string) =>
      Buffer.from(companion('metadata', text).toString().replace('\r\n', linked));
    const [{ artifactUuid }] = (await imported([request, record, metadata('1')])) as [ImportStatus];
    const first = await locate(service, artifactUuid!);
    // Adds a companion record (metadata) that is not stored next to its artifact.
    expect((await imported([record, metadata('2')])).map(inShort)).toEqual([['DUPLICATE', first.uuid, 1]]);
    expect(await kinds(first.uuid)).toEqual(['request', 'metadata', 'metadata']);
    await damage(first);
    await keeper.walk();
    if (way === 'imported') expect((await imported([record])).map(inShort)).toEqual([['OK', first.uuid, 1]]);
    else expect((await post(service.client, makeForm(url, body))).status).toBe(302);
    expect(await statusOf(first.uuid)).toBe(200);
    expect(await kinds(first.uuid)).toEqual(['request', 'metadata', 'metadata']);
    await keeper.walk();
    expect(await keeper.damaged()).toEqual(new Map());
  });
});

describe('content that is posted again', () => {
  it('repairs a committed artifact and says where it is', async () => {
    const body = makeNoise(5_000, auid);
    const created = readCreated(await post(service.client, makeForm(makeUrl(auid, 'posted'), body)));
    await commit(service.client, created);
    const before = await readVisible(service, auid);
    await damage(await locate(service, created.uuid));
    await keeper.walk();
    const answer = await post(service.client, makeForm(makeUrl(auid, 'posted'), body));
    expect([answer.status, answer.headers.location]).toEqual([302, expect.stringContaining('version=1')]);
    expect((await service.client.bytes(`/artifacts/${created.uuid}/payload`)).equals(body)).toBe(true);
    expect(await readVisible(service, auid)).toEqual(before);
  });

  it('repairs one that is not committed, and answers it', async () => {
    const body = makeNoise(300_000, auid);
    const created = readCreated(await post(service.client, makeForm(makeUrl(auid, 'posted'), body)));
    await damage(await locate(service, created.uuid));
    await keeper.walk();
    const again = readCreated(await post(service.client, makeForm(makeUrl(auid, 'posted'), body)));
    expect(again).toEqual({ ...created, storageUrl: expect.any(String) });
    expect(again.storageUrl).not.toBe(created.storageUrl);
    expect((await service.client.bytes(`/artifacts/${created.uuid}/payload`)).equals(body)).toBe(true);
  });

  it('may be framed otherwise: the artifact is then as what came', async () => {
    const body = Buffer.from('hello');
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
    const original = makeWarcRecord('response', makeUrl(auid, 'chunked'), pageDate, Buffer.from(chunked));
    const records = [original, makeRevisit(auid, 'again', 'chunked')];
    const [one, two] = (await storeAll(service, auid, records)) as [Stored, Stored];
    await flip(one.path, one.offset + one.length - 20);
    await keeper.walk();
    expect((await keeper.damaged()).size).toBe(2);
    expect((await post(service.client, makeForm(makeUrl(auid, 'chunked'), body))).status).toBe(302);
    await keeper.walk();
    expect(await keeper.damaged()).toEqual(new Map());
    for (const { uuid } of [one, two]) {
      expect((await service.client.bytes(`/artifacts/${uuid}/payload`)).toString()).toBe('hello');
      for (const form of ['warc', 'warc.gz'])
        await service.client.bytes(`/replay/warcs/default:${uuid}.${form}`);
    }
  });
});

describe('revisits', () => {
  it('are repaired with the original whose payload they share, those in other AUs, too', async () => {
    const [original, one] = (await storeAll(service, auid, [
      makePage(auid, 'o'),
      makeRevisit(auid, 'one', 'o'),
    ])) as [Stored, Stored];
    const [elsewhere] = (await storeAll(service, `${auid} other`, [makeRevisit(auid, 'two', 'o')])) as [
      Stored,
    ];
    await damage(original);
    await keeper.walk();
    expect([...(await keeper.damaged()).keys()].sort()).toEqual(
      [original.uuid, one.uuid, elsewhere.uuid].sort(),
    );
    for (const { uuid } of [one, elsewhere]) expect(await statusOf(uuid, '/response')).toBe(502);
    expect((await imported([makePage(auid, 'o')])).map(inShort)).toEqual([['OK', original.uuid, 1]]);
    for (const { uuid } of [original, one, elsewhere]) {
      expect(await statusOf(uuid, '/response')).toBe(200);
      await service.client.bytes(`/replay/warcs/default:${uuid}.warc`);
    }
    await keeper.walk();
    expect(await keeper.damaged()).toEqual(new Map());
  });

  it('are repaired by themselves, also where duplicates are not wanted', async () => {
    const records = [makePage(auid, 'o'), makeRevisit(auid, 'one', 'o'), makeRevisit(auid, 'two', 'o')];
    const artifacts = (await storeAll(service, auid, records)) as [Stored, Stored, Stored];
    for (const artifact of artifacts.slice(0, 2)) await flip(artifact.path, artifact.offset + 60);
    await keeper.walk();
    expect((await imported(records)).map(inShort)).toEqual(artifacts.map(({ uuid }) => ['OK', uuid, 1]));
    const [, one] = artifacts;
    expect((await imported([makeRevisit(auid, 'one', 'o')])).map(inShort)).toEqual([
      ['DUPLICATE', one.uuid, 1],
    ]);
    await flip(...placeOf(await locate(service, one.uuid)));
    await keeper.walk();
    expect((await imported([makeRevisit(auid, 'one', 'o')])).map(inShort)).toEqual([['OK', one.uuid, 1]]);
    await keeper.walk();
    expect(await keeper.damaged()).toEqual(new Map());
    for (const { uuid } of artifacts) expect(await statusOf(uuid, '/response')).toBe(200);
  });

  it('are repaired by themselves, and by a whole record of their content', async () => {
    const records = [makePage(auid, 'o'), makeRevisit(auid, 'one', 'o'), makeRevisit(auid, 'two', 'o')];
    const artifacts = (await storeAll(service, auid, records)) as [Stored, Stored, Stored];
    const [original, one, two] = artifacts;
    for (const artifact of artifacts) await flip(artifact.path, artifact.offset + 60);
    await keeper.walk();
    // An import must not report a revisit as stored if its payload is missing.
    const refused = await imported([makeRevisit(auid, 'one', 'o')]);
    expect(refused[0]).toMatchObject({
      status: 'ERROR',
      statusMessage: expect.stringContaining('is damaged'),
    });
    const statuses = await imported([...records.slice(0, 2), makePage(auid, 'two', { content: 'o' })], true);
    expect(statuses.map(inShort)).toEqual(artifacts.map(({ uuid }) => ['OK', uuid, 1]));
    await keeper.walk();
    expect(await keeper.damaged()).toEqual(new Map());
    for (const { uuid } of [original, one, two]) expect(await statusOf(uuid)).toBe(200);
  });
});
