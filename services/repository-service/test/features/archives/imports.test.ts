// GET /imports: history of imports, and running imports.

import { request } from 'node:http';
import { checkDatabase, holdAliveLock, openDatabase } from '@holdfast/pg-kit';
import { makeWarc } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { deleteOldImports } from '../../../src/index/view/imports.db.ts';
import { openKeptStore } from '../../jobs/compaction/kept-store.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile() });
});

interface Import {
  id: string;
  outcome: string;
  auid: string;
  user: string;
  fileName?: string;
  uploadBytes: number;
  requestId: string;
  failure?: string;
  counts: Record<string, number>;
}
interface Imports {
  imports: Import[];
  pageInfo: { totalCount: number; continuationToken?: string };
}

const page = (query = '') => service.client.json<Imports>(`/imports${query}`);
const ofAu = async (auid: string) => (await page()).imports.find((one) => one.auid === auid);

function parts(auid: string, file: Blob, name = 'a näme.warc.gz'): FormData {
  const form = new FormData();
  form.append('auid', auid);
  form.append('archive', file, name);
  return form;
}

const post = (body: FormData) =>
  fetch(`${service.client.url}/archives`, { method: 'POST', headers: { authorization: as('writer') }, body });

it('tells who imported what, and what became of it', async () => {
  const { bytes } = makeWarc(3, 100, 'history');
  const answer = await post(parts('history', new Blob([new Uint8Array(bytes)])));
  await answer.text();
  await until(async () => (await ofAu('history')) !== undefined);
  expect(await ofAu('history')).toEqual({
    id: expect.any(String),
    outcome: 'complete',
    namespace: 'default',
    auid: 'history',
    user: 'writer',
    requestId: answer.headers.get('x-request-id'),
    fileName: 'a näme.warc.gz',
    requestBytes: expect.any(Number),
    uploadBytes: bytes.length,
    counts: { OK: 3, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 },
    started: expect.any(Number),
    seen: expect.any(Number),
  });
});

it('tells why one failed, as its client was told', async () => {
  const answer = await post(parts('failing', new Blob(['no archive at all'])));
  const { detail } = (await answer.json()) as { detail: string };
  await until(async () => (await ofAu('failing')) !== undefined);
  expect(await ofAu('failing')).toMatchObject({ outcome: 'failed', failure: detail });
});

it('shows one that is under way to all, and that its client went away', async () => {
  const { bytes } = makeWarc(200, 1_000, 'slow');
  const boundary = 'b';
  const upload = request(`${service.client.url}/archives`, {
    method: 'POST',
    headers: { authorization: as('writer'), 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  upload.on('error', () => undefined);
  upload.write(
    `--b\r\nContent-Disposition: form-data; name="auid"\r\n\r\nslow\r\n--b\r\nContent-Disposition: form-data; name="archive"; filename="s.warc"\r\n\r\n`,
  );
  upload.write(bytes.subarray(0, bytes.length / 2));
  await until(async () => (await ofAu('slow'))?.outcome === 'running');
  const live = await service.client.json<{ imports: { auid: string; user?: string }[] }>('/live');
  expect(live.imports).toEqual([expect.objectContaining({ auid: 'slow', fileName: 's.warc' })]);
  expect(live.imports[0]).not.toHaveProperty('user');
  upload.destroy();
  await until(async () => (await ofAu('slow'))?.outcome === 'cut');
  expect(await ofAu('slow')).not.toHaveProperty('failure');
  // Wait, because a failed request is recorded up to a second later.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await service.client.json('/failures')).toEqual({ failures: [] });
});

it('says that one is lost whose process is heard of no more', async () => {
  const { database } = await openKeptStore(service);
  await database.pool.query(
    `insert into import select gen_random_uuid(), $1, $1, null, null, null, 'x', 'r', 'default', 'lost', null, null, 1, 0, 0, 0, 0`,
    [Date.now() - 120_000],
  );
  expect(await ofAu('lost')).toMatchObject({ outcome: 'lost' });
});

it('is lost at once when its process has died, and not while that lives', async () => {
  const { database } = await openKeptStore(service);
  const insert = (auid: string, process: bigint) =>
    database.pool.query(
      `insert into import select gen_random_uuid(), $1, $1, null, null, null, 'x', 'r', 'default', $2, null, null, 1, 0, 0, 0, 0, $3`,
      [Date.now() - 3_600_000, auid, process],
    );
  const underWay = async () => {
    await database.pool.query(
      'update import set seen_ms = $1 where ended_ms is null and process is not null',
      [Date.now()],
    );
    return (await service.client.json<{ importsUnderWay: number }>('/summary')).importsUnderWay;
  };
  const key = -4_242_424_242_424_242n;
  await insert('of a killed process', key);
  await insert('of another', 17n);
  expect(await underWay()).toBe(0);
  expect(await ofAu('of another')).toMatchObject({ outcome: 'lost' });
  const process = openDatabase({
    url: service.databaseUrl,
    applicationName: 'another process',
    onError: () => undefined,
  });
  holdAliveLock(process.checkPool, key);
  await checkDatabase(process);
  expect(await underWay()).toBe(1);
  expect(await ofAu('of a killed process')).toMatchObject({ outcome: 'running' });
  await process.close();
  await until(async () => (await underWay()) === 0);
  await database.pool.query('delete from import where process in (17, $1)', [key]);
});

it('is listed in pages, newest first, and forgotten from its end', async () => {
  const { database } = await openKeptStore(service);
  const first = await page('?limit=2');
  const token = encodeURIComponent(first.pageInfo.continuationToken!);
  const second = await page(`?limit=2&continuationToken=${token}`);
  expect([...first.imports, ...second.imports].map(({ auid }) => auid)).toEqual([
    ...['slow', 'failing', 'history', 'lost'],
  ]);
  await deleteOldImports(database.kysely, 2);
  expect((await page()).imports.map(({ auid }) => auid)).toEqual(['slow', 'failing']);
  expect((await send(service.client, 'GET', '/imports', { query: { limit: 0 } })).status).toBe(400);
  const asReader = await send(service.client, 'GET', '/imports', { authorization: as('reader') });
  expect(asReader.status).toBe(403);
});
