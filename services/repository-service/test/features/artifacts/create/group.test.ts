// Group commit: artifacts that are created concurrently in one AU share segments and transactions. Each request
// succeeds or fails as it would alone.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { WARCParser } from 'warcio';
import { startTestService, type TestService } from '../../../service.ts';
import { createAuid, makeNoise } from '../captures.ts';
import { commit, makeBody, makeHead, makeProps, post, readCreated } from './post.ts';
import { expectNothingUnfinished, listSegments, readSegment } from './stored.ts';

const okHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n';
let grouping: TestService;
let alone: TestService;
beforeAll(async () => {
  grouping = await startTestService({ GROUP_COMMIT_DELAY: '50ms' });
  alone = await startTestService({ GROUP_COMMIT: 'off' });
});

const createIn = (service: TestService, auid: string, uri: string, text: string | Buffer) =>
  post(service.client, [makeProps({ auid, uri }), makeHead(okHead), makeBody([Buffer.from(text)])]);
const createMany = async (service: TestService, auid: string, count: number, urls: number) =>
  (
    await Promise.all(
      Array.from({ length: count }, (_, i) => createIn(service, auid, `http://a/${i % urls}`, `text ${i}`)),
    )
  ).map(readCreated);

describe('concurrent creates of one AU', () => {
  it('share segments; every one is listed, with a version of its own', async () => {
    const auid = createAuid();
    const before = (await listSegments(grouping)).length;
    const created = await createMany(grouping, auid, 120, 40);
    expect((await listSegments(grouping)).length - before).toBeLessThanOrEqual(30);
    const listed = await grouping.client.artifacts(auid, { includeUncommitted: true });
    expect(listed.map(({ uuid }) => uuid).sort()).toEqual(created.map(({ uuid }) => uuid).sort());
    expect(listed.every(({ committed }) => !committed)).toBe(true);
    for (let url = 0; url < 40; url++) {
      const versions = created.filter(({ uri }) => uri === `http://a/${url}`).map(({ version }) => version);
      expect(versions.sort()).toEqual([1, 2, 3]);
    }
    for (const { uuid, uri } of created.slice(0, 40)) {
      const at = created.findIndex((one) => one.uuid === uuid);
      expect(uri).toBe(`http://a/${at % 40}`);
      expect((await grouping.client.bytes(`/artifacts/${uuid}/payload`)).toString()).toBe(`text ${at}`);
    }
  });

  it('have a segment each when grouping is turned off', async () => {
    const created = await createMany(alone, createAuid(), 30, 10);
    expect(await listSegments(alone)).toHaveLength(30);
    expect(new Set(created.map(({ uri, version }) => `${uri} ${version}`)).size).toBe(30);
  });

  it('of several AUs do not mix', async () => {
    const auids = [createAuid(), createAuid(), createAuid()];
    const created = await Promise.all(auids.map((auid) => createMany(grouping, auid, 20, 20)));
    for (const [i, auid] of auids.entries()) {
      const listed = await grouping.client.artifacts(auid, { includeUncommitted: true });
      expect(listed.map(({ uuid }) => uuid).sort()).toEqual(created[i]!.map(({ uuid }) => uuid).sort());
      const keys = new Set(created[i]!.map(({ storageUrl }) => storageUrl.split('?')[0]));
      const others = created.flat().filter((one) => one.auid !== auid);
      expect(others.filter(({ storageUrl }) => keys.has(storageUrl.split('?')[0]!))).toEqual([]);
    }
  });

  it('are told apart: one is a duplicate, another refused, the others stored', async () => {
    const auid = createAuid();
    const first = readCreated(await createIn(grouping, auid, 'http://a/', 'the same'));
    await commit(grouping.client, first);
    const answers = await Promise.all([
      createIn(grouping, auid, 'http://a/', 'the same'),
      createIn(grouping, auid, 'http://a/', 'another'),
      createIn(grouping, auid, '', 'x'),
      createIn(grouping, auid, 'http://b/', 'the same'),
      createIn(grouping, auid, 'http://a/', 'the same'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([302, 201, 400, 201, 302]);
    expect(readCreated(answers[1]!).version).toBe(2);
  });

  it('leave nothing unfinished', async () => {
    await expectNothingUnfinished(grouping);
    await expectNothingUnfinished(alone);
  });
});

describe('a shared segment', () => {
  it('is a WARC to warcio: what every artifact is, and a manifest that names them all', async () => {
    const auid = createAuid();
    const before = await listSegments(grouping);
    const texts = ['first', 'second', makeNoise(300_000).toString('latin1')];
    const created = await Promise.all(
      texts.map((text, i) => createIn(grouping, auid, `http://a/${i}`, Buffer.from(text, 'latin1'))),
    );
    const uuids = created.map((one) => readCreated(one).uuid);
    const names = (await listSegments(grouping)).filter((name) => !before.includes(name));
    const records: { type: string; id: string; uri: string; text: string }[] = [];
    for (const name of names) {
      const parser = new WARCParser([await readSegment(grouping, name)]);
      for await (const record of parser) {
        const text = Buffer.from(await record.readFully(false)).toString('latin1');
        const id = record.warcHeader('WARC-Record-ID') ?? '';
        records.push({ type: record.warcType ?? '', id, uri: record.warcTargetURI ?? '', text });
      }
    }
    const responses = records.filter(({ type }) => type === 'response');
    expect(responses.map(({ id }) => id).sort()).toEqual(uuids.map((uuid) => `<urn:uuid:${uuid}>`).sort());
    for (const { uri, text } of responses) expect(text).toBe(texts[Number(uri.at(-1))]);
    const manifests = records
      .filter(({ type }) => type === 'metadata')
      .map(({ text }) => text.trim().split('\n'));
    const lines = manifests.flat().map((line) => JSON.parse(line));
    expect(lines.map(({ uuid }) => uuid).sort()).toEqual([...uuids].sort());
    expect(lines.every(({ committed }) => committed === false)).toBe(true);
    expect(records.filter(({ type }) => type === 'warcinfo')).toHaveLength(names.length);
  });
});
