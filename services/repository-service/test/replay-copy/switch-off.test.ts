// REPLAY_COPY=0 switches the copy of the replay index off: its files are removed at the next start, and all
// answers stay the same.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWarc, temporaryFolder, testDatabase } from '@holdfast/testkit';
import { expect, it, jest } from '@jest/globals';
import { serviceOn, started } from '../jobs/rebuild/rebuilt.ts';

jest.setTimeout(120_000);

it('answers as before from PostgreSQL, and leaves no file', async () => {
  const { url } = await testDatabase();
  const env = { OBJECT_STORE: `fs:${await temporaryFolder()}`, SPOOL_DIR: await temporaryFolder() };
  const warc = makeWarc(20, 300, 'switch');
  const on = await started(await serviceOn(url, { ...env, REPLAY_COPY: '64MiB' }));
  await on.ready();
  await on.client.importArchive(warc.bytes, { auid: 'au' });
  const queries = [...warc.records.slice(0, 3).map((one) => one.url), 'http://nowhere.test/'].flatMap(
    (one) => [
      { url: one },
      { url: one, closest: '20200101000000' },
      { url: `${new URL(one).origin}/`, matchType: 'prefix' },
    ],
  );
  const answers = async (client: typeof on.client) =>
    Promise.all(
      queries.map(async (query) => {
        const answer = await client.get('/replay/cdxb/default', query);
        return `${answer.status} ${await answer.text()}`;
      }),
    );
  const fromCopy = await answers(on.client);
  while ((await copyFiles(env.SPOOL_DIR)).length === 0) await sleep(100);
  expect(await answers(on.client)).toEqual(fromCopy);
  await on.service.stop();

  const off = await started(await serviceOn(url, { ...env, REPLAY_COPY: '0' }));
  await off.ready();
  expect(await copyFiles(env.SPOOL_DIR)).toEqual([]);
  expect(await answers(off.client)).toEqual(fromCopy);
  await off.service.stop();
});

async function copyFiles(spoolFolder: string): Promise<string[]> {
  if (!existsSync(spoolFolder)) return [];
  const folders = (await readdir(spoolFolder)).filter((name) => name.startsWith('replay-copy-'));
  const files = await Promise.all(
    folders.map((name) => readdir(`${spoolFolder}/${name}`, { recursive: true })),
  );
  return files.flat();
}
