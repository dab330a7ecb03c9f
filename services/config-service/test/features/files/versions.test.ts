// Tests the versions of configuration files: listing, reading and restoring them.
import { openDatabase } from '@holdfast/pg-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { createFileClient, type FileClient, readProblem } from './file-requests.ts';

interface Versions {
  readonly versions: readonly {
    version: number;
    etag: string;
    modified: number;
    size: number;
    user: string;
  }[];
  readonly continuationToken?: string;
}

const texts = ['x.a=1\n', 'x.a=2\n', 'x.a=drei\n'];

describe('the versions of a configuration file', () => {
  let service: ConfigTestService;
  let client: FileClient;
  let url: string;
  beforeAll(async () => {
    ({ url } = await createConfigDatabase());
    service = await startTestService(url);
    client = createFileClient(service);
    await service.becomes(true);
    for (const text of texts) await client.put('expert', text);
  });
  afterAll(() => service.stop());

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${service.url}/config/file/${path}`, { headers: { ...service.asAdmin, ...headers } });
  const list = async (path: string) => (await (await ask(path)).json()) as Versions;

  it('are listed newest first, page by page', async () => {
    const { versions, continuationToken } = await list('EXPERT/versions?limit=2');
    expect(versions).toEqual([
      { version: 3, etag: expect.any(String), modified: expect.any(Number), size: 9, user: 'admin' },
      { version: 2, etag: expect.any(String), modified: expect.any(Number), size: 6, user: 'admin' },
    ]);
    expect(versions[0]!.etag).toBe((await client.get('expert')).headers.get('etag'));
    const rest = await list(`expert/versions?continuationToken=${continuationToken}`);
    expect(rest.versions.map(({ version }) => version)).toEqual([1]);
    expect(rest.continuationToken).toBeUndefined();
    expect(await list('alert/versions')).toEqual({ versions: [] });
  });

  it('are read like the file, with its preconditions and media types', async () => {
    const answer = await ask('expert/versions/1', { accept: 'text/plain' });
    expect([answer.status, await answer.text()]).toEqual([200, texts[0]]);
    const etag = answer.headers.get('etag')!;
    expect((await ask('expert/versions/1', { 'if-none-match': etag })).status).toBe(304);
    expect((await ask('expert/versions/2', { 'if-match': etag })).status).toBe(412);
    expect((await ask('expert/versions/1', { accept: 'image/png' })).status).toBe(406);
  });

  it('are deleted when there are more than a thousand', async () => {
    await client.put('alert', 'x.b=1\n');
    await client.put('alert', 'x.b=2\n');
    // Simulates a thousand versions.
    const database = openDatabase({ url, applicationName: 'test', onError: () => undefined });
    await database.pool.query(`
      with gap as (update config_file set version = 1001 where section = 'alert')
      update config_file_version set version = 1001 where section = 'alert' and version = 2`);
    await database.close();
    expect((await list('alert/versions')).versions.map(({ version }) => version)).toEqual([1001, 1]);
    await client.put('alert', 'x.b=3\n');
    expect((await list('alert/versions')).versions.map(({ version }) => version)).toEqual([1002, 1001]);
    expect((await ask('alert/versions/1')).status).toBe(404);
  });

  it('are missing if they were never stored, and generated sections have none', async () => {
    const missing = await ask('expert/versions/99');
    expect(await readProblem(missing)).toMatchObject({
      status: 404,
      detail: 'There is no configuration file expert, version 99.',
    });
    for (const path of [
      'cluster/versions',
      'cluster/versions/1',
      'expert/versions/0',
      'expert/versions?limit=0',
    ])
      expect((await ask(path)).status).toBe(400);
  });

  it('are restored by storing their bytes, unless the file was changed meanwhile', async () => {
    const [current] = (await list('expert/versions')).versions;
    const old = await (await ask('expert/versions/2', { accept: 'application/octet-stream' })).blob();
    const stale = await client.put('expert', old, { 'if-match': '"stale"' });
    expect(stale.status).toBe(412);
    expect((await client.put('expert', old, { 'if-match': current!.etag })).status).toBe(200);
    expect(await (await client.get('expert')).text()).toBe(texts[1]);
    const { versions } = await list('expert/versions');
    expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect(versions[0]!.etag).toBe(versions[2]!.etag);
  });
});
