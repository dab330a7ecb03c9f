// Test helper: runs `holdfast keep rebuild` on a database and a folder of objects.
import { openObjectStore } from '@holdfast/object-store';
import { applyMigrations, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup } from '@holdfast/testkit';
import { uuidv7 } from 'uuidv7';
import { rebuildCommand } from '../../../src/cli/rebuild-command.ts';
import { runKeep } from '../../../src/cli/run-keep.ts';
import { parseKeepSettings } from '../../../src/env.ts';
import { migrations } from '../../../src/index/migrations/index.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';

/** Opens database and store, and closes them at the end of the test file. `keep` runs the command until it exits. */
export async function openRebuild(databaseUrl: string, storeFolder: string) {
  const database = openDatabase<IndexSchema>({
    url: databaseUrl,
    applicationName: 'test',
    statementTimeoutMs: 0,
    onError: () => undefined,
  });
  const store = await openObjectStore({ kind: 'fs', folder: storeFolder });
  addCleanup(async () => {
    await store.close();
    await database.close();
  });
  const makeTables = () => applyMigrations(database, migrations, { owner: 'repository' });
  const keep = async (...words: string[]) => {
    const said: string[] = [];
    const output = { write: (text: string) => Boolean(said.push(text)), isTTY: false };
    const code = await runKeep({
      words: ['rebuild', ...words],
      commands: [rebuildCommand],
      output,
      errorOutput: output,
      signal: new AbortController().signal,
      withFoundations: (work) =>
        work({
          ...{ database, store, newId: uuidv7, nowMs: Date.now, migrate: makeTables },
          settings: parseKeepSettings({ DATABASE_URL: databaseUrl, OBJECT_STORE: `fs:${storeFolder}` }),
          log: createLog({ service: 'test', level: 'silent' }),
        }),
    });
    return { code, text: said.join('') };
  };
  return { database, store, makeTables, keep };
}
