// Test helper: makes changes and loses them in a failover, so that only the memory of processes contains them.
import { cp } from 'node:fs/promises';
import { type ObjectStore, openObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import {
  addCleanup,
  createTemporaryFolder,
  createTestDatabase,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { expect } from '@jest/globals';
import { type JournalLine, readJournalLines } from '../../../src/index/keeping/journal.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { replayLostTail } from '../../../src/jobs/older-index/replay.ts';
import { send } from '../../send.ts';
import { makeServiceSettings, openIndex, startService } from '../rebuild/rebuilt.ts';
import { copyDatabase, crawl, withService } from './histories.ts';

export async function readCommitted(
  { pool }: Database<IndexSchema>,
  uuids: readonly string[],
): Promise<(boolean | undefined)[]> {
  const { rows } = await pool.query<{ id: string; committed: boolean }>('select id, committed from artifact');
  const states = new Map(rows.map(({ id, committed }) => [id, committed]));
  return uuids.map((uuid) => states.get(uuid));
}

export interface LostChanges {
  readonly uuids: string[];
  /** Journal lines of the changes, which only the memory of processes contains. */
  readonly lines: JournalLine[];
  /** Database that lacks the changes. */
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  /** Replays lines in the memory of one process. */
  replay(remembered: readonly JournalLine[]): Promise<void>;
}

/** Makes changes that only the memory of processes contains after a failover. */
export async function loseChanges(
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
  const deps = {
    database: opened,
    store,
    log: createLog({ service: 'test', level: 'silent' }),
    signal: new AbortController().signal,
    newId: () => crypto.randomUUID(),
    nowMs: Date.now,
  };
  return {
    uuids,
    lines,
    database: opened,
    store,
    replay: (remembered) => replayLostTail(deps, { remembered, seenId: 0 }),
  };
}

export async function commit(client: TestRepositoryClient, uuid: string, committed: boolean): Promise<void> {
  const { status } = await send(client, 'PUT', `/artifacts/${uuid}`, { query: { committed } });
  expect(status).toBe(200);
}
