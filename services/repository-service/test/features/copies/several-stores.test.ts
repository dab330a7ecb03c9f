// The whole service with two folders as stores. While one folder is unavailable or damaged, the service stays ready and
// can export; afterwards the folder catches up.
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AuCondition } from '@holdfast/api-types';
import { createTemporaryFolder, makeWarc } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { makeProps, post, readCreated } from '../artifacts/create/post.ts';

let service: TestService;
let folders: readonly string[];

beforeAll(async () => {
  const root = await createTemporaryFolder();
  folders = ['near', 'far'].map((name) => join(root, name));
  const OBJECT_STORE = folders.map((folder) => `fs:${folder}`).join(',');
  service = await startTestService({ OBJECT_STORE, HEALTH_INTERVAL: '100ms', JOURNAL_INTERVAL: '100ms' });
});

async function create(name: string): Promise<string> {
  const properties = { namespace: 'default', auid: 'au', uri: `http://www.example.org/${name}` };
  const body = `payload of ${name}`;
  const file = { name: 'payload', filename: name, headers: { 'Content-Type': 'text/plain' }, body };
  return readCreated(await post(service.client, [makeProps(properties), file])).uuid;
}

async function payload(uuid: string): Promise<string> {
  const answer = await service.client.get(`/artifacts/${uuid}/payload`);
  return answer.text();
}

async function listFiles(folder: string): Promise<Map<string, string>> {
  const names = await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.map(async (file) => [file.slice(folder.length), await readFile(file, 'base64')] as const),
  );
  return new Map(contents.filter(([name]) => !name.includes('/holdfast/')));
}

async function expectEqualCopies(): Promise<void> {
  await until(async () => {
    const [near, far] = await Promise.all(folders.map(listFiles)).catch(() => []);
    return near !== undefined && near.size > 0 && isDeepStrictEqual(near, far);
  });
}

it('stores every object in both folders', async () => {
  const uuid = await create('first');
  expect(await payload(uuid)).toBe('payload of first');
  await expectEqualCopies();
});

it('counts the copies of an AU in both folders', async () => {
  const { copies, stores, objects } = await service.client.json<AuCondition>('/aus/au/condition');
  expect(copies).toBe(2);
  const whole = { state: 'complete', complete: objects.segments, missing: 0, damaged: 0 };
  expect(stores).toMatchObject([whole, whole]);
});

it('stays ready and says so when one folder is away, stores and reads, and copies later', async () => {
  await rename(folders[0]!, `${folders[0]}.away`);
  const uuid = await create('second');
  expect(await payload(uuid)).toBe('payload of second');
  await until(async () => {
    const status = await service.client.json<{ ready: boolean; reason?: string }>('/status');
    expect(status.ready).toBe(true);
    return status.reason?.includes('object store store-1') === true;
  });
  expect(existsSync(folders[0]!)).toBe(false);
  await rename(`${folders[0]}.away`, folders[0]!);
  await expectEqualCopies();
  await until(async () => {
    return (await service.client.json<{ reason?: string }>('/status')).reason === undefined;
  });
});

it('exports small records from the other folder while those in the nearest one are damaged', async () => {
  const { bytes } = makeWarc(3, 500);
  const others = await listFiles(folders[0]!);
  await service.client.importArchive(bytes, { auid: 'exported' });
  await expectEqualCopies();
  const [key, ...rest] = [...(await listFiles(folders[0]!)).keys()].filter(
    (one) => !others.has(one) && !one.startsWith('/objects/journal'),
  );
  expect(rest).toEqual([]);
  await flipBits(join(folders[0]!, key!));
  const exported = (range: string) =>
    service.client.get('/exports/default.warc.gz', { auid: 'exported' }, { range });
  for (const [start, end] of [
    [0, bytes.length - 1],
    [100, 200],
    [bytes.length - 50, bytes.length - 2],
  ] as const) {
    const answer = await exported(`bytes=${start}-${end}`);
    expect(answer.status).toBe(206);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(start, end + 1));
  }
  await flipBits(join(folders[0]!, key!));
});

async function flipBits(file: string): Promise<void> {
  const bytes = await readFile(file);
  for (let at = 0; at < bytes.length; at += 100) bytes[at] = bytes[at]! ^ 1;
  await writeFile(file, bytes);
}

it('fills an emptied folder again', async () => {
  for (const name of await readdir(folders[1]!))
    await rm(join(folders[1]!, name), { recursive: true, maxRetries: 10 });
  await expectEqualCopies();
});
