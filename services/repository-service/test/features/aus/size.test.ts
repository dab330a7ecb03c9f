// GET /aus/{auid}/size. A property test checks that the sizes remain correct after any sequence of changes.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { ask, readProblem } from '../artifacts/ask.ts';
import { createAuid, plainHead, store } from '../artifacts/captures.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

const sizePath = (auid: string) => `/aus/${encodeURIComponent(auid)}/size`;

describe('the size of an AU', () => {
  it('is that of payloads, of their latest versions, and of the WARC objects', async () => {
    const auid = createAuid();
    const capture = (name: string, body: string) => ({ url: `http://a/${name}`, head: plainHead, body });
    await store(service.client, [capture('a', 'four'), capture('a', 'seven!!'), capture('b', '')], { auid });
    await store(service.client, [capture('c', 'x'.repeat(10_000))], { auid });
    expect(await service.client.json(sizePath(auid))).toEqual({
      totalAllVersions: 4 + 7 + 10_000,
      totalLatestVersions: 7 + 10_000,
      totalWarcSize: await bytesUnder(join(service.storeFolder), '.warc.gz'),
    });
  });

  it('does not count what is uncommitted', async () => {
    const auid = createAuid();
    const [uuid] = await store(service.client, [{ url: 'http://a/', head: plainHead, body: 'x' }], { auid });
    await send(service.client, 'PUT', `/artifacts/${uuid}`, { query: { committed: false } });
    expect(await service.client.json(sizePath(auid))).toMatchObject({
      totalAllVersions: 0,
      totalLatestVersions: 0,
    });
  });

  it('is 404 for an AU that there is not, in this namespace or at all', async () => {
    const auid = createAuid();
    await store(service.client, [{ head: plainHead, body: 'x' }], { auid, namespace: 'other' });
    const statusOf = async (path: string, query = {}) =>
      readProblem(await ask(service.client, path, { query })).status;
    expect(await statusOf(sizePath(auid))).toBe(404);
    expect(await statusOf(sizePath('none'), { namespace: 'other' })).toBe(404);
    expect(await statusOf(sizePath(auid), { namespace: 'none' })).toBe(404);
    expect(await statusOf(sizePath(auid), { namespace: '!' })).toBe(400);
    expect(await statusOf(sizePath('x'.repeat(8_193)))).toBe(400);
    const found = await ask(service.client, sizePath(auid), { query: { namespace: 'other' } });
    expect(found.status).toBe(200);
  });
});

async function bytesUnder(folder: string, ending: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
