// Replays lost changes of two processes one after another. A process that replays late must not overwrite later changes
// of the other process or changes that users made after the failover.
import { cp } from 'node:fs/promises';
import { openObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import {
  addCleanup,
  createTemporaryFolder,
  createTestDatabase,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { expect, it, jest } from '@jest/globals';
import { setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import { type JournalLine, readJournalLines } from '../../../src/index/keeping/journal.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { replayLostTail } from '../../../src/jobs/older-index/replay.ts';
import { send } from '../../send.ts';
import { makeServiceSettings, openIndex, startService } from '../rebuild/rebuilt.ts';
import { copyDatabase, crawl, withService } from './histories.ts';

jest.setTimeout(120_000);

it('applies changes of one artifact in their order, in whichever order the processes replay', async () => {
  const { uuids, lines, database, store } = await loseChanges(
    { a: 'one', b: 'two', c: 'three', d: 'four' },
    async (client, [first, second, third]) => {
      await commit(client, first!, false);
      await commit(client, first!, true);
      await commit(client, second!, false);
      await commit(client, third!, false);
    },
  );
  const [fall, rise, own, overtaken] = lines;
  const replay = (remembered: JournalLine[]) =>
    replayLostTail(
      {
        database,
        store,
        log: createLog({ service: 'test', level: 'silent' }),
        signal: new AbortController().signal,
        newId: () => crypto.randomUUID(),
        nowMs: Date.now,
      },
      { remembered, seenId: 0 },
    );
  await replay([rise!]);
  // A user changes an artifact while the other process has not replayed its lines yet.
  for (const committed of [false, true])
    await setCommitted(database.kysely, uuids[2]!, committed, { by: 'user' });
  await replay([fall!, own!, overtaken!]);
  const { rows } = await database.pool.query<{ id: string; committed: boolean }>(
    'select id, committed from artifact',
  );
  const states = new Map(rows.map(({ id, committed }) => [id, committed]));
  expect(uuids.map((uuid) => states.get(uuid))).toEqual([true, false, true, true]);
});

it('applies a later change of another process after an earlier one was replayed', async () => {
  const { uuids, lines, database, store } = await loseChanges({ a: 'one' }, async (client, [only]) => {
    await commit(client, only!, false);
    await commit(client, only!, true);
    await commit(client, only!, false);
  });
  for (const remembered of [[lines[1]!], [lines[0]!, lines[2]!]])
    await replayLostTail(
      {
        database,
        store,
        log: createLog({ service: 'test', level: 'silent' }),
        signal: new AbortController().signal,
        newId: () => crypto.randomUUID(),
        nowMs: Date.now,
      },
      { remembered, seenId: 0 },
    );
  const { rows } = await database.pool.query('select committed from artifact where id = $1', [uuids[0]]);
  expect(rows).toEqual([{ committed: false }]);
});

interface LostChanges {
  readonly uuids: string[];
  /** Journal lines of the changes, which only the memory of processes contains. */
  readonly lines: JournalLine[];
  /** Database that lacks the changes. */
  readonly database: Database<IndexSchema>;
  readonly store: Awaited<ReturnType<typeof openObjectStore>>;
}

async function loseChanges(
  pages: Readonly<Record<string, string>>,
  change: (client: TestRepositoryClient, uuids: readonly string[]) => Promise<void>,
): Promise<LostChanges> {
  const lost = await createTestDatabase();
  const [storeFolder, earlierFolder] = [await createTemporaryFolder(), await createTemporaryFolder()];
  let uuids: string[] = [];
  await withService(lost, storeFolder, async (client) => {
    uuids = await crawl(client, pages);
  });
  const older = await copyDatabase(lost);
  await cp(storeFolder, earlierFolder, { recursive: true });
  const settings = { OBJECT_STORE: `fs:${storeFolder}`, JOURNAL_INTERVAL: '1h' };
  const { service, client, ready } = await startService(await makeServiceSettings(lost.url, settings));
  await ready();
  await change(client, uuids);
  const database = openIndex(lost.url);
  const lines = await readJournalLines(database.kysely, 100);
  await database.close();
  await service.stop();
  const opened = openIndex(older.url);
  const store = await openObjectStore({ kind: 'fs', folder: earlierFolder });
  addCleanup(() => store.close());
  addCleanup(async () => {
    await opened.close();
    await older.drop();
  });
  return { uuids, lines, database: opened, store };
}

async function commit(client: TestRepositoryClient, uuid: string, committed: boolean): Promise<void> {
  const { status } = await send(client, 'PUT', `/artifacts/${uuid}`, { query: { committed } });
  expect(status).toBe(200);
}
