// Covers: services packages/cli
// Runs `holdfast keep compact`, `purge` and `sweep` next to a running service.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTemporaryFolder, createTestDatabase, makeWarc } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runKeepCommand, startKeep } from '../support/keep.ts';
import { startRepository } from '../support/repository-server.ts';
import { openOrphanObjects } from './orphans.ts';

it('they do what they say, and leave index and store saying the same', async () => {
  const folder = await createTemporaryFolder();
  const place = { databaseUrl: (await createTestDatabase()).url, objectStore: `fs:${folder}` };
  const env = { COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off' };
  const { client, process: service } = await startRepository({ ...place, env });
  const { statuses } = await client.importArchive(makeWarc(3, 500).bytes, { auid: 'kept' });
  for (let i = 1; i < 7; i++) await client.importArchive(makeWarc(3, 500, `${i}`).bytes, { auid: 'kept' });
  const { artifactUuid: uuid = '', url = '' } = statuses[0]!;

  const compacted = await said('compact');
  expect(compacted).toEqual([0, expect.stringMatching(/^7 segments merged into 1; \S+ kB written, /)]);
  expect(await objectsWith(url)).toBe(2);
  const purged = await said('purge', '--uuid', uuid, '--reason', 'a court said so');
  expect(purged).toEqual([0, expect.stringContaining(`erased ${uuid}: version 1 of ${url} in kept`)]);
  expect(await objectsWith(url)).toBe(0);
  expect((await client.get(`/artifacts/${uuid}/payload`)).status).toBe(404);
  expect((await client.artifacts('kept')).length).toBe(20);

  const orphanObjects = openOrphanObjects(join(folder, 'objects'));
  await orphanObjects.leave(3);
  const listed = await said('sweep', '--dry-run');
  expect(listed).toEqual([0, expect.stringMatching(/^ +3 {2}objects left behind$/m)]);
  expect(listed[1]).toMatch(/^ {2}ns\/default\/\S+\.warc\.gz$/m);
  expect(await orphanObjects.left()).toBe(3);
  expect(await said('sweep')).toEqual([0, expect.stringContaining(' freed')]);
  expect(await orphanObjects.left()).toBe(0);

  const verified = await runKeepCommand<object>(place, 'verify');
  expect([verified.code, verified.output]).toEqual([0, expect.any(String)]);
  await service.stop();

  async function said(...words: string[]): Promise<[number | null, string]> {
    const started = await startKeep(place, ...words);
    const { code } = await started.exited;
    return [code, started.output()];
  }

  async function objectsWith(text: string): Promise<number> {
    const entries = await readdir(join(folder, 'objects', 'ns'), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const objects = await Promise.all(files.map(async (file) => gunzipSync(await readFile(file))));
    return objects.filter((object) => object.includes(text)).length;
  }
}, 120_000);
