// Kills the process of the repository service with SIGKILL during an import. The next process must record one notice that
// the import failed.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder, createTestDatabase, makeWarc } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { sendSlowly } from '../support/slowly.ts';

/** Longer than the time after which an import without progress counts as lost. */
const LONG_AGO_MS = 120_000;

async function until<T>(find: () => Promise<readonly T[]>): Promise<readonly T[]> {
  for (;;) {
    const found = await find();
    if (found.length > 0) return found;
    await sleep(50);
  }
}

it('reports an import whose process was killed, once', async () => {
  const database = await createTestDatabase();
  const options = {
    databaseUrl: database.url,
    objectStore: `fs:${await createTemporaryFolder()}`,
  };
  const first = await startRepository(options);
  const archive = Readable.from(sendSlowly(makeWarc(100, 1_000).bytes, { steps: 100, totalMs: 60_000 }));
  const auid = 'org|example|plugin|Killed&handle~1';
  const importing = first.client.importArchive(archive, { auid }).catch(() => undefined);
  const imports = async () => (await first.client.json<{ imports: { auid: string }[] }>('/imports')).imports;
  expect(await until(imports)).toMatchObject([{ auid }]);
  await first.process.kill9();
  archive.destroy();
  await importing;

  // Makes the import look old. Otherwise the test would have to wait for a minute.
  await database.execute('update import set seen_ms = seen_ms - $1', [LONG_AGO_MS]);

  const { client, process } = await startRepository(options);
  const notices = async () => (await client.json<{ notices: object[] }>('/notices')).notices;
  expect(await until(notices)).toMatchObject([
    {
      ...{ kind: 'import.failed', status: 'event', namespace: 'default', auid, user: 'admin' },
      detail: { name: 'archive', reason: expect.stringContaining('interrupted because its process ended') },
    },
  ]);
  expect(await client.json('/imports')).toMatchObject({ imports: [{ auid, outcome: 'lost' }] });
  await process.stop();
});
