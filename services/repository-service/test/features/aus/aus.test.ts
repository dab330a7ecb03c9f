// GET /aus: lists the AUIDs of a namespace.
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deleteArtifact, setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { ask, readProblem } from '../artifacts/ask.ts';
import { plainHead, store } from '../artifacts/captures.ts';
import { readAllPages, readFirstPage } from './pages.ts';

const longAuid = `plugin&base_url~${'x'.repeat(8_000)}`;
const auids = [
  'a',
  'A',
  'a b',
  'a%2Fb',
  'a/b',
  'a?b=c&d#e',
  'ä',
  '\u{1f4da}',
  '\uffee',
  '\'"\\<>',
  ' ',
  '   ',
  longAuid,
  `${longAuid}a`,
  `${longAuid}!`,
  'org|example|plugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014',
];
const inByteOrder = [...auids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
let service: TestService;
let uuids: Map<string, string>;

beforeAll(async () => {
  service = await startTestService();
  uuids = new Map();
  for (const auid of auids) {
    const [uuid] = await store(service.client, [{ head: plainHead, body: 'x' }], { auid });
    uuids.set(auid, uuid!);
  }
});

describe('AUIDs', () => {
  it('come in byte order, whatever the size of a page', async () => {
    for (const limit of [1, 2, 5, auids.length - 1, auids.length, 2_000]) {
      const pages = await readAllPages<string>(service.client, '/aus', { limit });
      expect(pages.flatMap(({ items }) => items)).toEqual(inByteOrder);
      expect(pages.every(({ pageInfo }) => pageInfo.totalCount === auids.length)).toBe(true);
      expect(pages).toHaveLength(Math.ceil(auids.length / limit));
    }
  });

  it('lead to their artifacts, percent-encoded as one segment', async () => {
    for (const auid of auids) {
      const listed = await service.client.artifacts(auid);
      expect(listed.map((artifact) => [artifact.auid, artifact.uuid])).toEqual([[auid, uuids.get(auid)]]);
    }
  });

  it('are those of their namespace', async () => {
    await store(service.client, [{ head: plainHead, body: 'x' }], { auid: 'b', namespace: 'other' });
    expect((await readFirstPage<string>(service.client, '/aus', { namespace: 'other' })).items).toEqual([
      'b',
    ]);
    expect((await readFirstPage<string>(service.client, '/aus', { namespace: 'default' })).items).toEqual(
      inByteOrder,
    );
  });

  it('are 404 in a namespace that has none, 400 where there can be none', async () => {
    expect(readProblem(await ask(service.client, '/aus', { query: { namespace: 'none' } })).status).toBe(404);
    for (const namespace of ['', 'a b', '.a', 'x'.repeat(256), 'ä']) {
      expect(readProblem(await ask(service.client, '/aus', { query: { namespace } })).status).toBe(400);
    }
  });

  it('are 400 with a token that is bent, or that of another namespace', async () => {
    const { pageInfo } = await readFirstPage<string>(service.client, '/aus', { limit: 1 });
    const continuationToken = pageInfo.continuationToken!;
    const status = async (query: Record<string, string>) =>
      (await ask(service.client, '/aus', { query })).status;
    expect(await status({ continuationToken: `${continuationToken}x` })).toBe(400);
    expect(await status({ continuationToken, namespace: 'other' })).toBe(400);
    expect(await status({ continuationToken, namespace: 'default' })).toBe(200);
  });

  it('stay while anything is in the AU, committed or not', async () => {
    const database = openDatabase<IndexSchema>({
      url: service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    addCleanup(() => database.close());
    const namespace = 'shrinking';
    const [uuid] = await store(service.client, [{ head: plainHead, body: 'x' }], { auid: 'a', namespace });
    await setCommitted(database.kysely, uuid!, false);
    expect((await readFirstPage<string>(service.client, '/aus', { namespace })).items).toEqual(['a']);
    await deleteArtifact(database.kysely, uuid!);
    expect((await ask(service.client, '/aus', { query: { namespace } })).status).toBe(404);
  });
});
